import {
  type AddressSettings,
  isHostLabel,
  tenantOrigin,
} from '#modules/organizers/hosted-pages/rules/public-address.ts'

/** Whose site a request's Host names: the platform's, a charity's, or nobody's. */
export type Site =
  | { readonly kind: 'platform' }
  | { readonly kind: 'tenant'; readonly subdomain: string }
  | { readonly kind: 'unknown' }

const hostname = (host: string): string => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

/**
 * Returns whose site a Host names (pages-11). Below the pages' domain a host is a charity's or unknown; in a demo every
 * other host is the platform's, in production only that of its origin.
 */
export function siteOf(
  host: string,
  { origin, pagesDomain, isProduction }: AddressSettings & { readonly isProduction: boolean },
): Site {
  if (pagesDomain === undefined) return { kind: 'platform' }
  const name = hostname(host)
  const parent = hostname(pagesDomain)
  if (name === parent || name.endsWith(`.${parent}`)) {
    const subdomain = name.slice(0, Math.max(0, name.length - parent.length - 1))
    return isHostLabel(subdomain) ? { kind: 'tenant', subdomain } : { kind: 'unknown' }
  }
  return !isProduction || name === new URL(origin).hostname ? { kind: 'platform' } : { kind: 'unknown' }
}

/** Returns the platform's path of an address on a charity's host; undefined: a charity's host has no such page. */
export function platformPath(subdomain: string, url: string): string | undefined {
  const [, slug, query = ''] = /^\/([^/?]*)(\?.*)?$/.exec(url) ?? []
  if (slug === undefined) return undefined
  return `${slug === '' ? `/organizations/${subdomain}` : `/pages/${subdomain}/${slug}`}${query}`
}

/**
 * Returns the address that a link of the platform's (`/pages/…`, `/v4/…`) has on a charity's host: pages of charities
 * are on their hosts, everything else is the platform's.
 */
export function linkOnTenant(settings: AddressSettings, path: string): string {
  const [, kind, subdomain = '', slug = '', rest = ''] =
    /^\/(pages|organizations)\/([^/?#]+)(?:\/([^/?#]+))?([?#].*)?$/.exec(path) ?? []
  const origin = tenantOrigin(settings, subdomain)
  if (origin !== undefined && kind === 'pages' && slug !== '') return `${origin}/${slug}${rest}`
  if (origin !== undefined && kind === 'organizations' && slug === '') return `${origin}/${rest}`
  return settings.origin + path
}

/** A link or form whose address is a path; React writes attributes in double quotes, with `<` and `>` escaped. */
const linkOrForm = /(<(?:a|form)\b[^>]*?\s(?:href|action)=")(\/[^"]*)"/g

/** Makes a page's links and forms lead to where they belong when it is shown on a charity's host (pages-12). */
export const withTenantLinks = (html: string, settings: AddressSettings): string =>
  html.replaceAll(linkOrForm, (_all, before: string, path: string) => `${before}${linkOnTenant(settings, path)}"`)
