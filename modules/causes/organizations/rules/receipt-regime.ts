/**
 * How an issuer's receipts are worded: as a country's tax office asks for, or `plain`, a receipt that none asks for
 * (receipts-4).
 */
export const receiptRegimes = ['uk', 'us', 'ca', 'plain'] as const
export type ReceiptRegime = (typeof receiptRegimes)[number]

export const isReceiptRegime = (text: string): text is ReceiptRegime =>
  (receiptRegimes as readonly string[]).includes(text)

/** What gifts to such a charity may be: with Gift Aid, or tax-deductible in these countries (ISO 3166-1 alpha-2). */
export const reliefOf = (
  regime: ReceiptRegime,
): { readonly giftAid: boolean; readonly taxReceiptCountries: ('US' | 'CA')[] } => ({
  giftAid: regime === 'uk',
  taxReceiptCountries: (['US', 'CA'] as const).filter((country) => country.toLowerCase() === regime),
})
