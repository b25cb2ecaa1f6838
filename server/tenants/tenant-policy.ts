/**
 * The policy of a page on a charity's host: it runs no scripts, and its forms go to the platform (pages-12). `pictures`:
 * the origin that the visitor allowed pictures of.
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
