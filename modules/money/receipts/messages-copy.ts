import type { Catalogue, Locale } from '#shared/text.ts'

/** What a receipt that is sent again says besides. */
export const copyMessages: Readonly<Record<Locale, Catalogue>> = {
  en: {
    subject: 'Copy: {subject}',
    title: 'A copy of your receipt',
    text: 'You asked for receipt {number} once more. This is a copy of it, not a second gift: nothing was charged.',
  },
  ar: {
    subject: 'نسخة: {subject}',
    title: 'نسخة من إيصالك',
    text: 'طلبت إرسال الإيصال \u2066{number}\u2069 مرة أخرى. هذه نسخة منه وليست تبرعًا ثانيًا، ولم يُخصم أي مبلغ.',
  },
}
