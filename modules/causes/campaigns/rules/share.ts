import { artworkVersion } from '#modules/platform/media/rules/artwork-version.ts'
import { required } from '#shared/collections.ts'
import { isCurrency, type Money, parseMajor } from '#shared/money.ts'

/** The average amount that a share raises, and the source of this figure. */
export type ShareFigure = { readonly amount: Money; readonly source: string }

/** Texts that state that there is no source. */
const saysNone = /^(none|unknown|n\/a)\b|\bnot measured\b|\bno source\b/i

/**
 * Parses the setting `share-could-raise`: an amount, a currency and a source, as `77 USD | Average of our shares in
 * 1447`. Undefined if unset or without a real source: an unverifiable figure is not shown (content-14).
 */
export function parseShareFigure(setting: string): ShareFigure | undefined {
  const [, major = '', currency = '', source = ''] =
    /^\s*(\d{1,9}(?:\.\d{1,3})?) ([A-Z]{3}) \| (\S.{2,199})$/.exec(setting) ?? []
  if (!isCurrency(currency) || saysNone.test(source)) return undefined
  const amount = parseMajor(major, currency)
  return amount ? { amount, source: source.trim() } : undefined
}

/** Places to share a fundraiser, with its URL in the link (S1 §2.2). */
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

/** Returns the short URL of a shared fundraiser, under the base site (S1 §2.2). */
export const shareUrl = (origin: string, slug: string): string => `${origin}/campaign/${encodeURIComponent(slug)}`

/** Images to share: for Instagram 1080 by 1920 and 1080 by 1080, for link previews 1200 by 630. */
export const shareShapes = ['story', 'post', 'link'] as const
export type ShareShape = (typeof shareShapes)[number]

/**
 * The content of a share image: the cover, or artwork of slug and cause; names are in the fundraiser's own language.
 */
export type ShareData = {
  readonly slug: string
  readonly name: string
  readonly category: string
  readonly coverId: string | null
  readonly organizationName: string
}

/** Increase when the drawing changes, so that cached images aren't used. */
const drawing = 2

/** Returns a version that changes with the image: cover, title, cause or charity name. */
export function shareVersion(shareData: ShareData): string {
  let [one, two] = [2166136261, 5381]
  for (const sign of JSON.stringify([
    drawing,
    artworkVersion,
    shareData.slug,
    shareData.name,
    shareData.category,
    shareData.coverId,
    shareData.organizationName,
  ])) {
    const code = required(sign.codePointAt(0))
    one = Math.imul(one ^ code, 16777619)
    two = Math.imul(two, 33) ^ code
  }
  return [one, two].map((half) => (half >>> 0).toString(36)).join('')
}

/** Returns the image's URL. Photographs are JPEG, which is a tenth of the size; artwork is PNG. */
export const shareImageUrl = (shape: ShareShape, shareData: ShareData): string =>
  `/share/${encodeURIComponent(shareData.slug)}/${shape}.${shareData.coverId ? 'jpg' : 'png'}?v=${shareVersion(shareData)}`

/** Returns the file name of a share image: `clean-water-story.jpg`. */
export const shareFileName = (slug: string, shape: ShareShape, url: string): string =>
  `${slug}-${shape}.${/\.jpg\b/.test(url) ? 'jpg' : 'png'}`
