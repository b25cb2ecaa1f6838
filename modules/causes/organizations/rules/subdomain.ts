import { slugKey } from '#shared/slug.ts'

export const subdomainMax = 50
const subdomainMin = 3

/** Reserved names of hosts and first path segments (content-25). */
const reservedSubdomains: readonly string[] =
  'www api app apps admin administrator mail email smtp imap pop pop3 ns ns1 ns2 ns3 ns4 mx mx1 mx2 cdn static assets media img images pay payment payments login logout signin signup account accounts auth sso oauth staff support help status docs doc dev test tests demo stage staging preview beta root localhost autodiscover autoconfig wpad isatap postmaster hostmaster webmaster abuse security noreply no-reply ftp sftp ssh vpn git ci ops internal intranet metrics monitoring grafana db sql cache proxy gateway webhook webhooks billing invoice legal privacy terms blog news shop store embed pages page hosted-pages organizations organization organize charity charities campaign campaigns v1 v2 v3 v4 v5 give donate checkout basket thankyou password deeds unsubscribe erased currency country preferences well-known livez readyz cards zakat qurbani ramadan robots sitemap favicon'.split(
    ' ',
  )

/**
 * Whether a charity may have this subdomain if it is free: 3 to 50 of `a-z0-9-` with a letter, no leading, trailing or
 * double hyphen, and not reserved (content-25). `segments` are the first segments of our own paths.
 */
export const isSubdomainAllowed = (
  subdomain: string,
  productName: string,
  segments: readonly string[] = reservedSubdomains,
): boolean =>
  subdomain.length >= subdomainMin &&
  subdomain.length <= subdomainMax &&
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(subdomain) &&
  /[a-z]/.test(subdomain) &&
  !segments.includes(subdomain) &&
  slugKey(subdomain).replaceAll('-', '') !== productName.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Converts a name to a subdomain; empty if it has no letter of `a-z`, such as an Arabic name. */
export function subdomainOf(name: string): string {
  const clean = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, subdomainMax)
    .replace(/-+$/, '')
  return clean.length >= subdomainMin && /[a-z]/.test(clean) ? clean : ''
}
