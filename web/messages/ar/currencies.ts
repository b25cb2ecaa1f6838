import type { Catalogue } from '#shared/text.ts'

export const currencies = {
  'currencies.lead': 'تظهر المبالغ بها أيضًا بسعر اليوم. أما تبرعك فيبقى بعملة الحملة.',
  'currencies.choose': 'اعرض المبالغ بعملة',
  'currencies.submit': 'حفظ',
  'currencies.title': 'العملة',
} as const satisfies Catalogue
