import type { Catalogue } from '#shared/text.ts'

export const account = {
  'account.title': 'حسابك',
  'account.nav': 'حسابك',
  'account.overview': 'نظرة عامة',
} as const satisfies Catalogue
