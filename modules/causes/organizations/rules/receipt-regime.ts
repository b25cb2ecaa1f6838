/** The format of an issuer's receipts: as a country's tax office requires, or `plain` (receipts-4). */
export const receiptRegimes = ['uk', 'us', 'ca', 'plain'] as const
export type ReceiptRegime = (typeof receiptRegimes)[number]

export const isReceiptRegime = (text: string): text is ReceiptRegime =>
  (receiptRegimes as readonly string[]).includes(text)

/**
 * Returns the tax relief of donations to such a charity: Gift Aid, or tax-deductible in these countries (ISO 3166-1
 * alpha-2).
 */
export const reliefOf = (
  regime: ReceiptRegime,
): { readonly giftAid: boolean; readonly taxReceiptCountries: ('US' | 'CA')[] } => ({
  giftAid: regime === 'uk',
  taxReceiptCountries: (['US', 'CA'] as const).filter((country) => country.toLowerCase() === regime),
})
