/**
 * Removes the port that some proxies append to a forwarded IP address. It differs between connections and doesn't
 * identify the visitor.
 */
export const withoutPort = (ip: string): string =>
  (/^\[([^\]]*)\](?::\d+)?$/.exec(ip) ?? /^([\d.]+):\d+$/.exec(ip))?.[1] ?? ip

/** Returns the network of an IP address for limits: the /64 for IPv6, because a household has a whole /64. */
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
