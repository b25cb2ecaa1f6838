/** The only other origin from which a page may load images after consent. */
export const pixelOrigin = 'https://www.facebook.com'

/**
 * Returns the URL of the image that counts a visit. It runs no script and sends no amount and no data of the visitor
 * except the request itself (pages-15).
 */
export const pixelPicture = (pixelId: string): string =>
  `${pixelOrigin}/tr?id=${encodeURIComponent(pixelId)}&ev=PageView&noscript=1`
