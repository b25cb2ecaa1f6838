import type { Catalogue, Locale } from '#shared/text.ts'

/** How donor fields are shown where they have no text of their own: receipts, lists, exports. */
export const fieldMessages: Readonly<Record<Locale, Catalogue>> = { en: {}, ar: {} }
