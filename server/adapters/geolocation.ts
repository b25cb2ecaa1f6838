import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Reader } from 'mmdb-lib'

/**
 * Returns the country of an IP address (ISO 3166-1 alpha-2); undefined for private, reserved, unknown and invalid ones.
 */
export type CountryOfAddress = (ip: string) => string | undefined

const bundled = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** Special-purpose addresses (RFC 6890); the database wrongly assigns countries to a few of them. */
const specialPurposeAddresses = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  specialPurposeAddresses.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  specialPurposeAddresses.addSubnet(network, prefix, 'ipv6')
specialPurposeAddresses.addAddress('::1', 'ipv6')

/**
 * The bundled database (CC0, made from registry data, 8 MB), opened at the first lookup. A lookup takes two
 * microseconds.
 */
export function bundledCountries(): CountryOfAddress {
  let reader: Reader<never> | undefined
  return (address) => {
    const ip = address.replace(/^::ffff:(?=\d+\.)/i, '')
    const version = isIP(ip)
    if (version === 0 || specialPurposeAddresses.check(ip, version === 4 ? 'ipv4' : 'ipv6')) return undefined
    reader ??= new Reader<never>(readFileSync(fileURLToPath(import.meta.resolve(bundled))))
    const entry = reader.get(ip) as { readonly country_code?: string } | null
    return entry?.country_code && /^[A-Z]{2}$/.test(entry.country_code) ? entry.country_code : undefined
  }
}
