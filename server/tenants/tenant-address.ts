import {
  type AddressSettings,
  isHostLabel,
  tenantOrigin,
} from '#modules/organizers/hosted-pages/rules/public-address.ts'

/** Whose site a Host names as far as its text says: `other` may be a host that a charity proved. */
type NamedSite =
  | { readonly kind: 'platform' }
  | { readonly kind: 'tenant'; readonly subdomain: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'other'; readonly host: string }

const hostname = (host: string): string => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

/**
 * Returns whose site a Host names (pages-19): the platform's at its origin, below the pages' domain a charity's or
 * unknown.
 */
export function siteOf(host: string, { origin, pagesDomain }: AddressSettings): NamedSite {
  const name = hostname(host)
  const parent = pagesDomain === undefined ? undefined : hostname(pagesDomain)
  if (parent !== undefined && (name === parent || name.endsWith(`.${parent}`))) {
    const subdomain = name.slice(0, Math.max(0, name.length - parent.length - 1))
    return isHostLabel(subdomain) ? { kind: 'tenant', subdomain } : { kind: 'unknown' }
  }
  return name === new URL(origin).hostname ? { kind: 'platform' } : { kind: 'other', host: name }
}

/** Whether a charity can have proved this host: a domain name of two labels or more, no IP address. */
export const canBeProved = (host: string): boolean =>
  host.length <= 253 && /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(host)

/** Returns the platform's path of an address on a charity's host; undefined: a charity's host has no such page. */
export function platformPath(subdomain: string, url: string): string | undefined {
  const [, slug, query = ''] = /^\/([^/?]*)(\?.*)?$/.exec(url) ?? []
  if (slug === undefined) return undefined
  return `${slug === '' ? `/organizations/${subdomain}` : `/pages/${subdomain}/${slug}`}${query}`
}

/** The charity whose host a page is shown on, and the origin of that host. */
export type Tenant = { readonly subdomain: string; readonly origin: string }

/**
 * Returns the address that a link of the platform's (`/pages/…`, `/v4/…`) has on a charity's host: pages of charities
 * are on their hosts, everything else is the platform's.
 */
export function linkOnTenant(settings: AddressSettings, path: string, tenant: Tenant): string {
  const [, kind, subdomain = '', slug = '', rest = ''] =
    /^\/(pages|organizations)\/([^/?#]+)(?:\/([^/?#]+))?([?#].*)?$/.exec(path) ?? []
  const origin = subdomain === tenant.subdomain ? tenant.origin : tenantOrigin(settings, subdomain)
  if (origin !== undefined && kind === 'pages' && slug !== '') return `${origin}/${slug}${rest}`
  if (origin !== undefined && kind === 'organizations' && slug === '') return `${origin}/${rest}`
  return settings.origin + path
}

/** A link or form whose address is a path; React writes attributes in double quotes, with `<` and `>` escaped. */
const linkOrForm = /(<(?:a|form)\b[^>]*?\s(?:href|action)=")(\/[^"]*)"/g

/** Makes a page's links and forms lead to where they belong when it is shown on a charity's host (pages-12). */
export const withTenantLinks = (html: string, settings: AddressSettings, tenant: Tenant): string =>
  html.replaceAll(
    linkOrForm,
    (_all, before: string, path: string) => `${before}${linkOnTenant(settings, path, tenant)}"`,
  )
