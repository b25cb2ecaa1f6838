import type { Locale } from '#shared/text.ts'

/** Returns a charity's name in the reader's language, if it has an Arabic one. */
export const charityName = (
  input: { readonly organizationName: string; readonly organizationNameAr: string | null },
  locale: Locale,
): string => (locale === 'ar' && input.organizationNameAr ? input.organizationNameAr : input.organizationName)
