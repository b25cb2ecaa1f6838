/**
 * An address as some proxies forward it, with the port of the connection: another one each time, and no part of whose
 * it is.
 */
export const withoutPort = (ip: string): string =>
  (/^\[([^\]]*)\](?::\d+)?$/.exec(ip) ?? /^([\d.]+):\d+$/.exec(ip))?.[1] ?? ip

/** One network, one limit: an IPv6 household has a whole /64 to choose from. */
export function addressKey(address: string): string {
  const ip = withoutPort(address)
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = ip.split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const groups =
    tail === undefined
      ? first
      : [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
