/** What the address of a public page depends on. */
export type AddressSettings = {
  /** The platform's origin. */
  readonly origin: string
  /** The domain whose subdomains are charities, with a port if it has one; undefined: charities have no hosts. */
  readonly pagesDomain: string | undefined
}

/** Whether a charity's subdomain can be a label of a host; names that staff entered long ago may not be (pages-11). */
export const isHostLabel = (subdomain: string): boolean =>
  subdomain.length <= 63 && /[a-z]/.test(subdomain) && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(subdomain)

/** Returns the origin of a charity's subdomain of the pages' domain; undefined if it has none. */
export const tenantOrigin = ({ origin, pagesDomain }: AddressSettings, subdomain: string): string | undefined =>
  pagesDomain !== undefined && isHostLabel(subdomain)
    ? `${new URL(origin).protocol}//${subdomain}.${pagesDomain}`
    : undefined

/** What the public address of a charity's pages depends on. */
export type CharityHosts = {
  readonly slug: string
  /** The proved host that the charity chose for its public addresses (pages-16); null: none. */
  readonly publicHost: string | null
}

/** Returns the origin of a host that a charity proved; it has the platform's protocol and port. */
export const hostOrigin = ({ origin }: AddressSettings, host: string): string => {
  const { protocol, port } = new URL(origin)
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`
}

/** Returns the origin of a charity's public addresses; undefined: they are below the platform's (pages-11). */
export const charityOrigin = (settings: AddressSettings, { slug, publicHost }: CharityHosts): string | undefined =>
  publicHost === null ? tenantOrigin(settings, slug) : hostOrigin(settings, publicHost)

/** Returns the public address of a hosted page: on the charity's host, or else below the platform's origin (pages-11). */
export function hostedPageUrl(settings: AddressSettings, charity: CharityHosts, slug: string): string {
  const origin = charityOrigin(settings, charity) ?? `${settings.origin}/pages/${encodeURIComponent(charity.slug)}`
  return `${origin}/${encodeURIComponent(slug)}`
}
