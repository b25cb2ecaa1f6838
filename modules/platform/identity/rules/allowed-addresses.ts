import { BlockList, isIP } from 'node:net'

/** Maximum number of networks from which a key may be used. */
export const allowedAddressesMax = 20

const bitsOf = (version: number): number => (version === 4 ? 32 : 128)

/**
 * Returns a typed IP address or network in CIDR notation, such as `192.0.2.7/32`; undefined if it isn't one. A network
 * of every address, and an IPv4 address in IPv6 notation, isn't accepted.
 */
export function parseAllowedAddress(typed: string): string | undefined {
  const [, address = '', prefix] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(typed.trim()) ?? []
  const version = isIP(address)
  if (version === 0 || (version === 6 && address.includes('.'))) return undefined
  const bits = prefix === undefined ? bitsOf(version) : Number(prefix)
  return bits >= 1 && bits <= bitsOf(version) ? `${address.toLowerCase()}/${bits}` : undefined
}

/** Whether an IP address is in one of the networks, or there are none. Networks are as `parseAllowedAddress` returns them. */
export function isAddressAllowed(networks: readonly string[], ip: string): boolean {
  if (networks.length === 0) return true
  // A socket for both versions names IPv4 addresses in IPv6 notation.
  const address = /^::ffff:([\d.]+)$/i.exec(ip)?.[1] ?? ip
  const version = isIP(address)
  if (version === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    list.addSubnet(base, Number(bits), base.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
