import type { Catalogue, Locale } from '#shared/text.ts'

/** What the mails about refunds say. */
const en = {
  subject: 'Your refund of {amount}',
  title: 'Your refund is on its way',
  text: 'We have given {amount} back the way you paid it. Banks take five to ten working days to show it.',
  'dispute-subject': 'Your bank has given {amount} back to you',
  'dispute-title': 'Your bank has given a payment back to you',
  'dispute-text': 'Your bank has taken {amount} back from us for you. That much of your gift is no longer counted.',
  gift: 'Gift to {campaign}',
  'covered-fee': 'Card fee you had covered',
  tip: 'Tip',
  total: 'Given back',
  left: 'What is left of your gift',
  'paid-with': 'Back to',
  reference: 'Reference',
  zakat: 'You gave this as zakat. {amount} of it has come back to you, so that much of your zakat is still due.',
  'gift-aid': 'Gift Aid is no longer claimed on what came back to you.',
  'receipt-void': 'Receipt {old} is no longer valid. Please do not use it for your taxes.',
  'receipt-new': 'Receipt {old} is no longer valid. This is the one to keep instead.',
  footer: 'You get this mail because it is about a refund of a gift of yours.',
  'failed-subject': 'Your refund of {amount} could not be delivered',
  'failed-title': 'Your bank sent the refund back',
  'failed-text':
    'We had given {amount} back to you, and your bank has returned it to us. Your gift stands as it was until we find another way. Please answer this mail so that we can.',
  'failed-total': 'Came back to us',
  'failed-receipt': 'Your receipt is valid again with a new number.',
  'dispute-failed-subject': 'Your gift of {amount} counts again',
  'dispute-failed-title': 'Your bank has returned a payment to us',
  'dispute-failed-text':
    'Your bank had taken {amount} back for you and has returned it to us now, so that much of your gift counts again. If you did not expect that, please ask your bank.',
  'dispute-failed-total': 'Counts again',
  'declined-subject': 'About the refund you asked for',
  'declined-title': 'We cannot give this gift back',
  'declined-text':
    'You asked for your gift to “{campaign}” to be given back. We looked at it and cannot do that. This is why:',
  'declined-button': 'See your gift',
  'declined-footer': 'You get this mail because you asked for a refund.',
} satisfies Catalogue

const ar = {
  subject: 'استرداد مبلغ {amount}',
  title: 'مبلغك في طريقه إليك',
  text: 'أعدنا {amount} بالطريقة التي دفعت بها. تحتاج المصارف من خمسة إلى عشرة أيام عمل لإظهاره.',
  'dispute-subject': 'أعاد إليك مصرفك {amount}',
  'dispute-title': 'أعاد إليك مصرفك مبلغًا دفعته',
  'dispute-text': 'استرد مصرفك منا {amount} لصالحك. لم يعد هذا القدر من تبرعك محسوبًا.',
  gift: 'تبرع إلى {campaign}',
  'covered-fee': 'رسوم البطاقة التي تكفلت بها',
  tip: 'الدعم للمنصة',
  total: 'المبلغ المعاد',
  left: 'ما بقي من تبرعك',
  'paid-with': 'أُعيد إلى',
  reference: 'المرجع',
  zakat: 'كان هذا المبلغ زكاة. عاد إليك منه {amount}، فما زال هذا القدر من زكاتك مستحقًا عليك.',
  'gift-aid': 'لم يعد يُطالَب بدعم Gift Aid عن المبلغ الذي عاد إليك.',
  'receipt-void': 'لم يعد الإيصال {old} صالحًا. نرجو ألا تستخدمه في ضرائبك.',
  'receipt-new': 'لم يعد الإيصال {old} صالحًا. احتفظ بهذا الإيصال بدلًا منه.',
  footer: 'وصلتك هذه الرسالة لأنها تتعلق باسترداد تبرع لك.',
  'failed-subject': 'تعذر إيصال المبلغ المعاد {amount}',
  'failed-title': 'أعاد مصرفك المبلغ إلينا',
  'failed-text':
    'كنا قد أعدنا إليك {amount}، ثم رده مصرفك إلينا. يبقى تبرعك كما كان إلى أن نجد طريقة أخرى. نرجو أن ترد على هذه الرسالة.',
  'failed-total': 'عاد إلينا',
  'failed-receipt': 'عاد إيصالك صالحًا برقم جديد.',
  'dispute-failed-subject': 'عاد تبرعك بمبلغ {amount} محسوبًا',
  'dispute-failed-title': 'أعاد مصرفك مبلغًا إلينا',
  'dispute-failed-text':
    'كان مصرفك قد استرد {amount} لصالحك، وقد أعاده إلينا الآن، فعاد هذا القدر من تبرعك محسوبًا. إن لم تكن تتوقع ذلك فاسأل مصرفك.',
  'dispute-failed-total': 'عاد محسوبًا',
  'declined-subject': 'بشأن طلبك استرداد التبرع',
  'declined-title': 'لا يمكننا إعادة هذا التبرع',
  'declined-text': 'طلبت استرداد تبرعك لـ«{campaign}». نظرنا في الطلب ولا يمكننا تنفيذه. وهذا هو السبب:',
  'declined-button': 'عرض تبرعك',
  'declined-footer': 'وصلتك هذه الرسالة لأنك طلبت استرداد مبلغ.',
} satisfies Record<keyof typeof en, string>

export const refundMessages: Readonly<Record<Locale, Catalogue>> = { en, ar }
