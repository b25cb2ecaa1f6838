import type { Catalogue } from '#shared/text.ts'

export const cards = {
  'cards.title': 'البطاقات',
} as const satisfies Catalogue
