import { mailBrandOf, type Issuer } from '#modules/causes/organizations/index.ts'
import type { MailBrand } from '#modules/platform/notifications/index.ts'
import type { Locale } from '#shared/text.ts'

/** Brand and thank-you text of a charity's receipt emails; never part of the receipt itself (content-29). */
export type ReceiptBrand = {
  readonly brand: MailBrand
  /** The charity's own text; empty for the platform's. */
  readonly thanks: string
}

/**
 * Returns a charity's brand in a language. Without a thank-you text in that language, the platform's is used
 * (content-29).
 */
export function receiptBrandOf(ports: { readonly origin: string }, issuer: Issuer, locale: Locale): ReceiptBrand {
  const own: Readonly<Record<string, string>> = { en: issuer.thanksEn, ar: issuer.thanksAr }
  return { brand: mailBrandOf(ports, issuer, locale), thanks: own[locale] ?? '' }
}
