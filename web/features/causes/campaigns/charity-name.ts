import type { Locale } from '#shared/text.ts'

/** A charity as its readers know it: by its Arabic name in Arabic, where it has one. */
export const charityName = (
  of: { readonly organizationName: string; readonly organizationNameAr: string | null },
  locale: Locale,
): string => (locale === 'ar' && of.organizationNameAr ? of.organizationNameAr : of.organizationName)
