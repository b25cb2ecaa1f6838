import type { Locale } from '#shared/text.ts'

/**
 * How an issuer's receipts are worded: as a country's tax office asks for, or `plain`, a receipt that none asks for
 * (trust.md 4).
 */
export const receiptRegimes = ['uk', 'us', 'ca', 'plain'] as const
export type ReceiptRegime = (typeof receiptRegimes)[number]

export const isReceiptRegime = (text: string): text is ReceiptRegime =>
  (receiptRegimes as readonly string[]).includes(text)

/** What kind of nonprofit such an issuer is, as a donor reads it (S2 §3 "nonprofit type text"). */
const nonprofitTypes: Readonly<Record<Locale, Readonly<Record<ReceiptRegime, string>>>> = {
  en: {
    uk: 'UK registered charity',
    us: 'US 501(c)(3) nonprofit organization',
    ca: 'Canadian registered charity',
    plain: 'Nonprofit organization',
  },
  ar: {
    uk: 'جمعية خيرية مسجلة في المملكة المتحدة',
    us: 'منظمة غير ربحية أمريكية وفق المادة 501(c)(3)',
    ca: 'جمعية خيرية مسجلة في كندا',
    plain: 'منظمة غير ربحية',
  },
}
export const nonprofitTypeOf = (regime: ReceiptRegime, locale: Locale): string => nonprofitTypes[locale][regime]

/** What gifts to such a charity may be: with Gift Aid, or tax-deductible in these countries (ISO 3166-1 alpha-2). */
export const reliefOf = (
  regime: ReceiptRegime,
): { readonly giftAid: boolean; readonly taxReceiptCountries: ('US' | 'CA')[] } => ({
  giftAid: regime === 'uk',
  taxReceiptCountries: (['US', 'CA'] as const).filter((country) => country.toLowerCase() === regime),
})
