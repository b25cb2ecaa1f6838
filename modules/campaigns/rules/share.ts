import { isCurrency, type Money, parseMajor } from '#shared/money.ts'

/** What a share raises on average, and how that is known. */
export type ShareClaim = { readonly amount: Money; readonly source: string }

/**
 * The setting `share-could-raise`: an amount, a currency and a source, as `77 USD | Average of our shares in 1447`. Undefined where it is
 * unset or says no source: a figure nobody can check is not shown (experience.md 1.14).
 */
export function shareClaimOf(setting: string): ShareClaim | undefined {
  const match = /^\s*(\d{1,9}(?:\.\d{1,3})?) ([A-Z]{3}) \| (\S.{2,199})$/.exec(setting)
  if (!match || !isCurrency(match[2]!)) return undefined
  const amount = parseMajor(match[1]!, match[2])
  return amount ? { amount, source: match[3]!.trim() } : undefined
}

/** Where a fundraiser is told of, with its address in the link (S1 §2.2). */
export const sharePlaces = ['whatsapp', 'facebook', 'x', 'email'] as const
export type SharePlace = (typeof sharePlaces)[number]

export function shareLinks(url: string, title: string): Readonly<Record<SharePlace, string>> {
  const [u, text] = [encodeURIComponent(url), encodeURIComponent(title)]
  return {
    whatsapp: `https://wa.me/?text=${text}%20${u}`,
    facebook: `https://www.facebook.com/sharer/sharer.php?u=${u}`,
    x: `https://twitter.com/intent/tweet?url=${u}&text=${text}`,
    email: `mailto:?subject=${text}&body=${u}`,
  }
}

/** The address of a fundraiser that is shared: the short one, under the base site (S1 §2.2). */
export const shareUrl = (origin: string, slug: string): string => `${origin}/campaign/${encodeURIComponent(slug)}`
