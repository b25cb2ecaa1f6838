import {
  type AddressSettings,
  isHostLabel,
  tenantOrigin,
} from '#modules/organizers/hosted-pages/rules/public-address.ts'

/** The site that the text of a Host names; `other` may be a host that a charity has verified. */
type NamedSite =
  | { readonly kind: 'platform' }
  | { readonly kind: 'tenant'; readonly subdomain: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'other'; readonly host: string }

const hostname = (host: string): string => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

/**
 * Returns the site of a Host (pages-19): the platform's at its origin, and a charity's or unknown below the pages'
 * domain.
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

/** Whether a charity can have verified this host: a domain name of at least two labels, not an IP address. */
export const canBeVerified = (host: string): boolean =>
  host.length <= 253 && /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(host)

/** Converts an address on a charity's host to the platform's path; undefined if charities' hosts have no such page. */
export function platformPath(subdomain: string, url: string): string | undefined {
  const [, slug, query = ''] = /^\/([^/?]*)(\?.*)?$/.exec(url) ?? []
  if (slug === undefined) return undefined
  return `${slug === '' ? `/organizations/${subdomain}` : `/pages/${subdomain}/${slug}`}${query}`
}

/** The charity whose host shows a page, and the origin of that host. */
export type Tenant = { readonly subdomain: string; readonly origin: string }

/**
 * Converts a link of the platform (`/pages/…`, `/v4/…`) for a charity's host: charities' pages are on their own hosts,
 * everything else is on the platform.
 */
export function linkOnTenant(settings: AddressSettings, path: string, tenant: Tenant): string {
  const [, kind, subdomain = '', slug = '', rest = ''] =
    /^\/(pages|organizations)\/([^/?#]+)(?:\/([^/?#]+))?([?#].*)?$/.exec(path) ?? []
  const origin = subdomain === tenant.subdomain ? tenant.origin : tenantOrigin(settings, subdomain)
  if (origin !== undefined && kind === 'pages' && slug !== '') return `${origin}/${slug}${rest}`
  if (origin !== undefined && kind === 'organizations' && slug === '') return `${origin}/${rest}`
  return settings.origin + path
}

/** A link or form whose target is a path. React writes attributes in double quotes and escapes `<` and `>`. */
const linkOrForm = /(<(?:a|form)\b[^>]*?\s(?:href|action)=")(\/[^"]*)"/g

/** Rewrites the links and forms of a page that is shown on a charity's host (pages-12). */
export const withTenantLinks = (html: string, settings: AddressSettings, tenant: Tenant): string =>
  html.replaceAll(
    linkOrForm,
    (_all, before: string, path: string) => `${before}${linkOnTenant(settings, path, tenant)}"`,
  )
