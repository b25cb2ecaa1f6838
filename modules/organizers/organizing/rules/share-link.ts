/** Options of a link to a fundraiser: an amount in major units, and a source (S1 §2.2). */
export type LinkOptions = { readonly amount?: string | undefined; readonly source?: string | undefined }

/** Characters that need no escaping, so that the link can be read out and typed. */
export const sourcePattern = /^[A-Za-z0-9_-]{1,40}$/
export const amountPattern = /^[1-9]\d{0,8}$/

const query = ({ amount, source }: LinkOptions): string => {
  const parts = new URLSearchParams({
    ...(amount && amountPattern.test(amount) ? { amount } : {}),
    ...(source && sourcePattern.test(source) ? { src: source } : {}),
  })
  return parts.size > 0 ? `?${parts.toString()}` : ''
}

/** Returns the URL of a fundraiser's page, for posters and posts. */
export const pageLink = (origin: string, slug: string, options: LinkOptions = {}): string =>
  `${origin}/v4/campaign/${encodeURIComponent(slug)}${query(options)}`

/** Returns the URL of its checkout, with a preselected amount if given. */
export const checkoutLink = (origin: string, slug: string, options: LinkOptions = {}): string =>
  `${origin}/v4/checkout/${encodeURIComponent(slug)}${query(options)}`
