import type { Catalogue } from '#shared/text.ts'

/** The words of the receipt's mail. */
export const receiptMessages: Readonly<Record<'en' | 'ar', Catalogue>> = {
  en: {
    subject: 'Your receipt {number}: {amount} to {campaign}',
    title: 'Thank you, {name}',
    'title-nameless': 'Thank you for your gift',
    preheader: '{amount} to {campaign}. Receipt {number}.',
    salam: 'Salam. Your gift has arrived. May it be accepted and multiplied, like the grain that grows seven ears.',
    gift: 'Your gift', campaign: 'To', organization: 'Charity', date: 'Date', number: 'Receipt number', paid: 'Paid with', card: '{brand} ending in {last4}', reference: 'Reference',
    payment: 'How it adds up', giftLine: 'Gift', zakatLine: 'Gift (zakat)', coveredFee: 'Processing fee you covered', tip: 'Support for the platform', total: 'Total charged',
    tipNote: 'Support for the platform is not part of the donation and is not deductible.',
    giftAid: 'You added Gift Aid: {amount} more for {organization}, at no cost to you. Please tell us if you stop paying enough tax.',
    zakat: 'Recorded as zakat.',
    official: 'Official receipt', plain: 'Receipt', issuedBy: 'Issued by', registration: 'Registration', donor: 'Donor', advantage: 'Value of what you received', eligible: 'Eligible amount', signatory: 'Authorised signature', placeOfIssue: 'Address',
    view: 'See the fundraiser',
    footer: 'You get this mail because a gift was made with this address. Keep it for your records.\nQuestions? Answer this mail.',
  },
  ar: {
    subject: 'إيصالك رقم {number}: {amount} إلى {campaign}',
    title: 'شكرًا لك يا {name}',
    'title-nameless': 'شكرًا على تبرعك',
    preheader: '{amount} إلى {campaign}. إيصال رقم {number}.',
    salam: 'السلام عليكم. وصل تبرعك. تقبّله الله وضاعفه، كحبة أنبتت سبع سنابل.',
    gift: 'تبرعك', campaign: 'إلى', organization: 'الجمعية', date: 'التاريخ', number: 'رقم الإيصال', paid: 'طريقة الدفع', card: '{brand} تنتهي بـ {last4}', reference: 'المرجع',
    payment: 'تفصيل المبلغ', giftLine: 'التبرع', zakatLine: 'التبرع (زكاة)', coveredFee: 'رسوم المعالجة التي تحمّلتها', tip: 'دعم المنصة', total: 'إجمالي المبلغ المحصّل',
    tipNote: 'دعم المنصة ليس جزءًا من التبرع، ولا يُخصم من الضريبة.',
    giftAid: 'أضفتَ Gift Aid: {amount} إضافية إلى {organization} دون أي تكلفة عليك. أخبرنا إن لم تعد تدفع ضريبة كافية.',
    zakat: 'سُجِّل على أنه زكاة.',
    official: 'إيصال رسمي', plain: 'إيصال', issuedBy: 'صادر عن', registration: 'التسجيل', donor: 'المتبرع', advantage: 'قيمة ما حصلت عليه', eligible: 'المبلغ المؤهل', signatory: 'التوقيع المعتمد', placeOfIssue: 'العنوان',
    view: 'صفحة الحملة',
    footer: 'وصلتك هذه الرسالة لأن تبرعًا قُدِّم بهذا العنوان. احتفظ بها في سجلاتك.\nهل لديك سؤال؟ أجب عن هذه الرسالة.',
  },
}
