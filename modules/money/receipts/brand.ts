import type { Issuer } from '#modules/causes/organizations/index.ts'
import type { MailBrand } from '#modules/platform/notifications/index.ts'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import type { Locale } from '#shared/text.ts'

/** How the mail of a charity's receipt looks, and its own words in it; what the receipt says is not among it. */
export type ReceiptBrand = {
  readonly brand: MailBrand
  /** Empty: the platform's words. */
  readonly thanks: string
}

const wordsOf = (issuer: Issuer): Readonly<Record<Locale, { readonly name: string; readonly thanks: string }>> => ({
  en: { name: issuer.name, thanks: issuer.thanksEn },
  ar: { name: issuer.nameAr ?? issuer.name, thanks: issuer.thanksAr },
})

/** The brand of a charity in a language; a language without own words has the platform's (content-29). */
export const receiptBrandOf = (
  { origin }: { readonly origin: string },
  issuer: Issuer,
  locale: Locale,
): ReceiptBrand => ({
  brand: {
    name: wordsOf(issuer)[locale].name,
    colour: issuer.primaryColour,
    logoUrl: issuer.logoId && `${origin}${pictureUrl(issuer.logoId)}&w=480`,
    replyTo: issuer.emailConfirmedAt ? issuer.email : null,
  },
  thanks: wordsOf(issuer)[locale].thanks,
})
