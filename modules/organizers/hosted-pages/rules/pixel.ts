/** The only origin that a page's consent allows pictures of, besides its own. */
export const pixelOrigin = 'https://www.facebook.com'

/** The picture that counts a visit: no script, no amount, nothing of the visitor but the request itself (pages-15). */
export const pixelPicture = (pixelId: string): string =>
  `${pixelOrigin}/tr?id=${encodeURIComponent(pixelId)}&ev=PageView&noscript=1`
