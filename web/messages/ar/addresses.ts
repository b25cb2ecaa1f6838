import type { Catalogue } from '#shared/text.ts'

export const addresses = {
  'addresses.title': 'العناوين',
} as const satisfies Catalogue
