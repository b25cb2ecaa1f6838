import type { Issuer } from '#modules/causes/organizations/index.ts'
import type { MailBrand } from '#modules/platform/notifications/index.ts'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import type { Locale } from '#shared/text.ts'

/** Brand and thank-you text of a charity's receipt mails; never part of the receipt itself (content-29). */
export type ReceiptBrand = {
  readonly brand: MailBrand
  /** Empty: the platform's text. */
  readonly thanks: string
}

function wordsOf(issuer: Issuer, locale: Locale): { readonly name: string; readonly thanks: string } {
  const own: Readonly<Record<string, { readonly name: string; readonly thanks: string }>> = {
    en: { name: issuer.name, thanks: issuer.thanksEn },
    ar: { name: issuer.nameAr ?? issuer.name, thanks: issuer.thanksAr },
  }
  return own[locale] ?? { name: issuer.name, thanks: '' }
}

/** Returns the brand of a charity in a language; a language without a thank-you text has the platform's (content-29). */
export const receiptBrandOf = (
  { origin }: { readonly origin: string },
  issuer: Issuer,
  locale: Locale,
): ReceiptBrand => ({
  brand: {
    name: wordsOf(issuer, locale).name,
    colour: issuer.primaryColour,
    logoUrl: issuer.logoId && `${origin}${pictureUrl(issuer.logoId)}&w=480`,
    replyTo: issuer.emailConfirmedAt ? issuer.email : null,
  },
  thanks: wordsOf(issuer, locale).thanks,
})
