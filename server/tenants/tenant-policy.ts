/**
 * Returns the Content-Security-Policy of a page on a charity's host: no scripts, and forms only to the platform
 * (pages-12). `pictures` is the origin from which the visitor allowed pictures.
 */
export const tenantPolicy = (nonce: string, origin: string, pictures?: string): string =>
  [
    "default-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${pictures ? ` ${pictures}` : ''}`,
    "font-src 'self'",
    `form-action ${origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
