import type { Catalogue } from '#shared/text.ts'

export const identity = {
  'sign-up.title': 'إنشاء حساب',
} as const satisfies Catalogue
