import type { Catalogue } from '#shared/text.ts'

export const documents = {
  'documents.title': 'الإيصالات والكشوف',
} as const satisfies Catalogue
