/** Maximum number of websites that may show a charity's donation form (security-17). */
export const embedHostsMax = 10

const hostMax = 253

/** An origin on this machine: `http://localhost:5500`, or one label below it. */
const localOrigin = /^http:\/\/([a-z0-9-]+\.)?localhost:\d{1,5}$/

/** Whether a stored host is on this machine, which only the demo and tests allow. */
export const isLocalHost = (host: string): boolean => localOrigin.test(host)

/**
 * Returns the origin of a typed website, such as `https://www.example.org`; undefined if it isn't an exact https host
 * (security-17). A path is removed and a name without `https://` is accepted; a user, port, wildcard, IP address or
 * single label isn't. `allowsLocal` also accepts `http://localhost:<port>`.
 */
export function parseEmbedHost(
  typed: string,
  { ownHosts, allowsLocal }: { readonly ownHosts: readonly string[]; readonly allowsLocal: boolean },
): string | undefined {
  const text = typed.trim()
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (/[\s*\\]/.test(text) || !URL.canParse(address)) return undefined
  const { protocol, hostname, port, username, password, origin } = new URL(address)
  if (username !== '' || password !== '') return undefined
  if (allowsLocal && localOrigin.test(origin)) return origin
  const name = hostname.replace(/\.$/, '')
  const isName =
    name.length <= hostMax && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/.test(name)
  const isOwn = ownHosts.some((own) => name === own || name.endsWith(`.${own}`))
  return protocol === 'https:' && port === '' && isName && !isOwn ? `https://${name}` : undefined
}
