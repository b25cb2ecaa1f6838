import { parse } from 'tldts'

/** Maximum number of a charity's domains (pages-16). */
export const domainsMax = 5

const hostMax = 253
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Reasons why a domain is refused: codes of `locales/en/organizers/faults.json`. */
export type DomainRefusal =
  | 'domain-missing'
  | 'domain-has-more'
  | 'domain-is-ip'
  | 'domain-single-label'
  | 'domain-public-suffix'
  | 'domain-own'
  | 'domain-not-valid'

/**
 * Returns the host of a typed domain in lower case and Punycode, or why it is refused (pages-16). A leading `https://`
 * and one trailing slash are removed, because browsers copy them. `ownHosts` are the platform's hosts without ports;
 * they and the hosts below them are refused.
 */
export function parseDomain(
  typed: string,
  { ownHosts }: { readonly ownHosts: readonly string[] },
): { readonly host: string } | { readonly refusal: DomainRefusal } {
  const text = typed.trim()
  if (text === '') return { refusal: 'domain-missing' }
  const name = text.replace(/^https?:\/\//i, '').replace(/\/$/, '')
  if (/[\s*%\\]/.test(name)) return { refusal: 'domain-not-valid' }
  if (isIpWithColons(name)) return { refusal: 'domain-is-ip' }
  if (/[/?#@:]/.test(name)) return { refusal: 'domain-has-more' }
  const host = asciiHost(name)
  if (host === undefined) return { refusal: 'domain-not-valid' }
  const refusal = refusalOfHost(host, ownHosts)
  return refusal ? { refusal } : { host }
}

const isIpWithColons = (name: string): boolean =>
  name.startsWith('[') || /^[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*$/i.test(name)

/** Returns the host as the URL parser normalizes it: Punycode, lower case, IP addresses with four numbers. */
function asciiHost(name: string): string | undefined {
  if (!URL.canParse(`https://${name}`)) return undefined
  return new URL(`https://${name}`).hostname.replace(/\.$/, '')
}

function refusalOfHost(host: string, ownHosts: readonly string[]): DomainRefusal | undefined {
  if (ownHosts.some((own) => host === own || host.endsWith(`.${own}`))) return 'domain-own'
  const { isIp, domain } = parse(host, { allowPrivateDomains: true })
  if (isIp) return 'domain-is-ip'
  const labels = host.split('.')
  if (host.length > hostMax || !labels.every((part) => label.test(part))) return 'domain-not-valid'
  if (labels.length === 1) return 'domain-single-label'
  if (!/^([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/.test(labels.at(-1) ?? '')) return 'domain-not-valid'
  // Several registrants share a public suffix such as `org.uk` or `github.io`.
  return domain === null ? 'domain-public-suffix' : undefined
}

/** Prefix of the TXT record's name. It doesn't contain the product's name, which may change. */
export const txtNameOf = (host: string): string => `_sunbul.${host}`
