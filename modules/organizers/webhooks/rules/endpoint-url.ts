import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Maximum length of an endpoint's URL. */
const endpointUrlMax = 500

/** Why a URL can't be an endpoint; each is a fault code. */
export type UrlFault = 'webhook-url-not-valid' | 'webhook-url-not-https' | 'webhook-url-not-public'

/** Returns the host of a URL as `WEBHOOK_HOSTS` lists it: with its port, also the default one. */
const hostWithPort = ({ protocol, hostname, port }: URL): string =>
  `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`

/** Whether the operator permits any address of this URL's host, by `WEBHOOK_HOSTS` (webhooks-3). */
export const isPermittedHost = (url: URL, permittedHosts: readonly string[]): boolean =>
  permittedHosts.includes(hostWithPort(url))

/** Returns the IP address that a URL names instead of a host; undefined if it names a host. */
export function addressIn(url: URL): string | undefined {
  const address = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) === 0 ? undefined : address
}

/**
 * Returns a typed URL in its normal form, or why it can't be an endpoint: it must be https on port 443 without user name,
 * password or fragment, and an IP address in it must be public. A host of `WEBHOOK_HOSTS` may have any address and port,
 * also with http (webhooks-3). Where a name leads is checked when an event is sent.
 */
export function readEndpointUrl(
  typed: string,
  permittedHosts: readonly string[],
): { readonly url: string } | { readonly fault: UrlFault } {
  const text = typed.trim()
  if (text.length > endpointUrlMax || !URL.canParse(text)) return { fault: 'webhook-url-not-valid' }
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return { fault: 'webhook-url-not-valid' }
  url.hash = ''
  if (url.href.length > endpointUrlMax) return { fault: 'webhook-url-not-valid' }
  if (isPermittedHost(url, permittedHosts)) return { url: url.href }
  if (url.protocol !== 'https:' || url.port !== '') return { fault: 'webhook-url-not-https' }
  const address = addressIn(url)
  const isLocal = address === undefined ? !/^[^.].*\.[^.]+$/.test(url.hostname) : !isPublicAddress(address)
  return isLocal ? { fault: 'webhook-url-not-public' } : { url: url.href }
}
