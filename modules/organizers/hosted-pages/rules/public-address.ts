/** The settings that the URL of a public page depends on. */
export type AddressSettings = {
  /** The platform's origin. */
  readonly origin: string
  /** The domain, with a port if needed, below which charities have their hosts; undefined if they have none. */
  readonly pagesDomain: string | undefined
}

/** Whether a charity's subdomain is a valid host label; names that staff entered earlier may not be (pages-11). */
export const isHostLabel = (subdomain: string): boolean =>
  subdomain.length <= 63 && /[a-z]/.test(subdomain) && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(subdomain)

/** Returns the origin of a charity's subdomain; undefined if it has none. */
export const tenantOrigin = ({ origin, pagesDomain }: AddressSettings, subdomain: string): string | undefined =>
  pagesDomain !== undefined && isHostLabel(subdomain)
    ? `${new URL(origin).protocol}//${subdomain}.${pagesDomain}`
    : undefined

/** The charity's values that the URL of its pages depends on. */
export type CharityHosts = {
  readonly slug: string
  /** The proved host that the charity chose for its public URLs (pages-16); null: none. */
  readonly publicHost: string | null
}

/** Returns the origin of a host that a charity proved, with the platform's protocol and port. */
export const hostOrigin = ({ origin }: AddressSettings, host: string): string => {
  const { protocol, port } = new URL(origin)
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`
}

/** Returns the origin of a charity's public URLs; undefined if they are below the platform's origin (pages-11). */
export const charityOrigin = (settings: AddressSettings, { slug, publicHost }: CharityHosts): string | undefined =>
  publicHost === null ? tenantOrigin(settings, slug) : hostOrigin(settings, publicHost)

/**
 * Returns the public URL of a hosted page: on the charity's host, or otherwise below the platform's origin (pages-11).
 */
export function hostedPageUrl(settings: AddressSettings, charity: CharityHosts, slug: string): string {
  const origin = charityOrigin(settings, charity) ?? `${settings.origin}/pages/${encodeURIComponent(charity.slug)}`
  return `${origin}/${encodeURIComponent(slug)}`
}
