import { mailBrandOf } from '#modules/causes/organizations/index-mails.ts'
import type { Issuer } from '#modules/causes/organizations/index.ts'
import type { MailBrand } from '#modules/platform/notifications/index.ts'
import type { Locale } from '#shared/text.ts'

/** Brand and thank-you text of a charity's receipt mails; never part of the receipt itself (content-29). */
export type ReceiptBrand = {
  readonly brand: MailBrand
  /** Empty: the platform's text. */
  readonly thanks: string
}

/** Returns the brand of a charity in a language; a language without a thank-you text has the platform's (content-29). */
export function receiptBrandOf(ports: { readonly origin: string }, issuer: Issuer, locale: Locale): ReceiptBrand {
  const own: Readonly<Record<string, string>> = { en: issuer.thanksEn, ar: issuer.thanksAr }
  return { brand: mailBrandOf(ports, issuer, locale), thanks: own[locale] ?? '' }
}
