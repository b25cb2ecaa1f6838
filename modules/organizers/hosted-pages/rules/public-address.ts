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

/** Returns the origin of a charity's own host; undefined if it has none. */
export const tenantOrigin = ({ origin, pagesDomain }: AddressSettings, subdomain: string): string | undefined =>
  pagesDomain !== undefined && isHostLabel(subdomain)
    ? `${new URL(origin).protocol}//${subdomain}.${pagesDomain}`
    : undefined

/** Returns the public address of a hosted page: on the charity's host, or else below the platform's origin (pages-11). */
export function hostedPageUrl(settings: AddressSettings, subdomain: string, slug: string): string {
  const origin = tenantOrigin(settings, subdomain)
  return origin === undefined
    ? `${settings.origin}/pages/${encodeURIComponent(subdomain)}/${encodeURIComponent(slug)}`
    : `${origin}/${encodeURIComponent(slug)}`
}
