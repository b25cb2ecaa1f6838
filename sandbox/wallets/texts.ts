/** Texts of the wallet buttons and sheet, without logos of Apple or Google. */
export const walletTexts = {
  en: {
    buttons: 'Test wallets',
    applepay: 'Phone Wallet (test)',
    googlepay: 'Browser Wallet (test)',
    explain: 'A test bank: no money moves.',
    total: 'Total',
    plan: 'Then',
    card: 'Card',
    person: 'Contact',
    approve: 'Approve {amount}',
    cancel: 'Cancel',
    working: 'Confirming…',
    unreachable: 'The bank could not be reached. Please try again.',
    withoutEmail: 'Without an email address',
    withoutName: 'Without a name',
    cards: {
      '4242424242424242': 'pays',
      '4000000000003220': '3-D Secure, then pays',
      '4000008400001629': '3-D Secure, then declined',
      '4000000000000002': 'declined',
      '4000000000000341': 'pays now and not later',
    },
  },
  ar: {
    buttons: 'محافظ تجريبية',
    applepay: 'محفظة الهاتف (تجربة)',
    googlepay: 'محفظة المتصفح (تجربة)',
    explain: 'مصرف تجريبي، ولا تُنقل أي أموال.',
    total: 'المجموع',
    plan: 'ثم',
    card: 'البطاقة',
    person: 'بيانات الاتصال',
    approve: 'الموافقة على {amount}',
    cancel: 'إلغاء',
    working: 'جارٍ التأكيد…',
    unreachable: 'تعذّر الوصول إلى المصرف. حاول مرة أخرى.',
    withoutEmail: 'من غير بريد إلكتروني',
    withoutName: 'من غير اسم',
    cards: {
      '4242424242424242': 'تدفع',
      '4000000000003220': 'تحقُّق ثم تدفع',
      '4000008400001629': 'تحقُّق ثم تُرفض',
      '4000000000000002': 'تُرفض',
      '4000000000000341': 'تدفع الآن ولا تدفع لاحقًا',
    },
  },
} as const

/** Owners of test wallets: one in each country with different form rules, one without an email, one without a name. */
export const walletPersons = [
  {
    email: 'layla@example.org',
    name: 'Layla Hassan',
    address: {
      line1: '12 Elm Street',
      line2: null,
      city: 'Dearborn',
      state: 'MI',
      postal_code: '48126',
      country: 'US',
    },
  },
  {
    email: 'bilal@example.org',
    name: 'Bilal Ahmed',
    address: { line1: '4 Mill Lane', line2: null, city: 'Leeds', state: '', postal_code: 'LS1 4AP', country: 'GB' },
  },
  {
    email: 'noor@example.org',
    name: 'Noor Siddiqui',
    address: {
      line1: '81 Bay Street',
      line2: null,
      city: 'Toronto',
      state: 'ON',
      postal_code: 'M5J 0E7',
      country: 'CA',
    },
  },
  {
    email: '',
    name: 'Omar Saleh',
    address: { line1: '7 Corniche Road', line2: null, city: 'Abu Dhabi', state: '', postal_code: '', country: 'AE' },
  },
  {
    email: 'guest@example.org',
    name: '',
    address: { line1: '3 Oak Road', line2: null, city: 'Austin', state: 'TX', postal_code: '73301', country: 'US' },
  },
] as const
