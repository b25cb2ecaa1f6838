import { BlockList, isIP } from 'node:net'

/** Networks that aren't on the public internet, by IANA's registry of special-purpose IPv4 addresses. */
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const

/** Special networks within 2000::/3, among them those that embed an IPv4 address (Teredo, 6to4). */
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'] as const

const listOf = (networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    list.addSubnet(base, Number(bits), family)
  }
  return list
}
const notPublicIpv4 = listOf(specialIpv4, 'ipv4')
const notPublicIpv6 = listOf(specialIpv6, 'ipv6')
/** Addresses of hosts. Everything else of IPv6 is local, mapped IPv4, NAT64, multicast or reserved. */
const globalIpv6 = listOf(['2000::/3'], 'ipv6')

/**
 * Whether an IP address is a host on the public internet. Loopback, private, link-local, shared, documentation,
 * multicast and reserved addresses aren't, nor is any IPv6 address that embeds an IPv4 address (webhooks-3).
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !notPublicIpv4.check(address, 'ipv4')
  // A zone such as `fe80::1%eth0` names an interface of this machine.
  if (version === 0 || address.includes('%')) return false
  return globalIpv6.check(address, 'ipv6') && !notPublicIpv6.check(address, 'ipv6')
}
