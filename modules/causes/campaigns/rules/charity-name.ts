import type { Locale } from '#shared/text.ts'

/** Returns a charity's name in the reader's language, if it has an Arabic one. */
export const charityName = (
  of: { readonly organizationName: string; readonly organizationNameAr: string | null },
  locale: Locale,
): string => (locale === 'ar' && of.organizationNameAr ? of.organizationNameAr : of.organizationName)
