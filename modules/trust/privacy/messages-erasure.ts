import type { Catalogue, Locale } from '#shared/text.ts'

/** The words of the last mail to somebody whose account was erased. */
export const erasureMessages: Readonly<Record<Locale, Catalogue>> = {
  en: {
    subject: 'Your {product} account is erased',
    title: 'Your account is erased',
    text: 'Your name, password, passkeys, addresses, Giving List, words of support and choices are gone. Nobody can log in to the account any more, not even we.',
    kept: 'The law requires charities to keep who gave what: your gifts, Gift Aid declarations and receipts stay in the books until {date} at the latest, and then become nameless automatically. Receipts that were mailed to you stay valid; keep those mails.',
    'nothing-kept': 'There were no gifts, so nothing of you stays.',
    'not-you':
      'Was it not you? Then somebody knew your password or read your mail: change the password of your mailbox. The account cannot be brought back; you may sign up anew with this address.',
    footer: 'This is the last mail of this account.',
  },
  ar: {
    subject: 'حُذف حسابك في {product}',
    title: 'حُذف حسابك',
    text: 'زال اسمك وكلمة مرورك ومفاتيح المرور وعناوينك وقائمة عطائك وكلمات دعمك واختياراتك. لا يستطيع أحد الدخول إلى الحساب بعد الآن، ولا نحن.',
    kept: 'يُلزم القانون الجمعيات بحفظ من تبرّع وبماذا: تبقى تبرعاتك وإقرارات Gift Aid والإيصالات في الدفاتر حتى {date} على أبعد تقدير، ثم يُمحى منها الاسم تلقائيًا. تبقى الإيصالات التي أُرسلت إليك سارية، فاحتفظ بتلك الرسائل.',
    'nothing-kept': 'لم تكن هناك تبرعات، فلا يبقى عنك شيء.',
    'not-you':
      'لم تكن أنت؟ فقد عرف أحد كلمة مرورك أو قرأ بريدك: غيّر كلمة مرور بريدك. لا يمكن استرجاع الحساب، ويمكنك التسجيل من جديد بهذا العنوان.',
    footer: 'هذه آخر رسالة من هذا الحساب.',
  },
}
