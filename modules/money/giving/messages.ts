import type { Catalogue, Locale } from '#shared/text.ts'

/** How donor fields are shown where they have no text of their own, and the card for a dedication. */
export const fieldMessages: Readonly<Record<Locale, Catalogue>> = {
  en: {
    dedication: 'Dedication',
    'dedication-honour': 'In honour of {name}',
    'dedication-memory': 'In memory of {name}',

    'card-honour-subject': 'A donation in honour of {name}',
    'card-honour-title': 'A donation in honour of {name}',
    'card-honour-text': 'Salam. {donor} donated to {campaign} in honour of {name}.',
    'card-memory-subject': 'A donation in memory of {name}',
    'card-memory-title': 'A donation in memory of {name}',
    'card-memory-text': 'Salam. {donor} donated to {campaign} in memory of {name}.',
    'card-someone': 'Someone',
    'card-button': 'See the fundraiser',
    'card-footer':
      '{product} sends you this card once, because the donor asked for it. We don’t use your address for anything else.',
  },
  ar: {
    dedication: 'الإهداء',
    'dedication-honour': 'تكريمًا لـ {name}',
    'dedication-memory': 'في ذكرى {name}',

    'card-honour-subject': 'تبرّع تكريمًا لـ {name}',
    'card-honour-title': 'تبرّع تكريمًا لـ {name}',
    'card-honour-text': 'السلام عليكم. قدّم {donor} تبرعًا لحملة {campaign} تكريمًا لـ {name}.',
    'card-memory-subject': 'تبرّع في ذكرى {name}',
    'card-memory-title': 'تبرّع في ذكرى {name}',
    'card-memory-text': 'السلام عليكم. قدّم {donor} تبرعًا لحملة {campaign} في ذكرى {name}.',
    'card-someone': 'أحد المتبرعين',
    'card-button': 'مشاهدة الحملة',
    'card-footer': 'ترسل إليكم {product} هذه البطاقة مرة واحدة لأن المتبرع طلب ذلك، ولا نستخدم عنوانكم لأي غرض آخر.',
  },
}
