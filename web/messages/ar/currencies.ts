import type { Catalogue } from '#shared/text.ts'

export const currencies = {
  'currencies.title': 'العملة',
} as const satisfies Catalogue
