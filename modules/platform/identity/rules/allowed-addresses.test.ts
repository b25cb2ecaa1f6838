import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAddressAllowed, parseAllowedAddress } from './allowed-addresses.ts'

const bits = fc.integer({ min: 1, max: 32 })

describe('allowed addresses of a key', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7/32'],
    [' 192.0.2.0/24 ', '192.0.2.0/24'],
    ['2001:DB8::/32', '2001:db8::/32'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['0.0.0.0/0', undefined],
    ['::/0', undefined],
    ['192.0.2.0/33', undefined],
    ['192.0.2', undefined],
    ['::ffff:192.0.2.1', undefined],
    ['example.org', undefined],
    ['', undefined],
  ])('reads %j as %j [security-21]', (typed, network) => {
    expect(parseAllowedAddress(typed)).toBe(network)
  })

  test('allow an IPv4 address if its first bits are those of a network [security-21]', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), bits, (base, ip, count) => {
        const valueOf = (address: string) => address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
        const isInside = valueOf(base) >> BigInt(32 - count) === valueOf(ip) >> BigInt(32 - count)
        const network = parseAllowedAddress(`${base}/${count}`)!
        expect(isAddressAllowed([network], ip)).toBe(isInside)
        expect(isAddressAllowed([network], `::ffff:${ip}`)).toBe(isInside)
      }),
    )
  })

  test('allow an address of any of the networks, and every address without networks [security-21]', () => {
    fc.assert(
      fc.property(fc.array(fc.ipV6(), { minLength: 1, maxLength: 5 }), fc.ipV4(), (addresses, other) => {
        const networks = addresses.flatMap((address) => parseAllowedAddress(address) ?? [])
        fc.pre(networks.length === addresses.length)
        for (const address of addresses) expect(isAddressAllowed(networks, address)).toBe(true)
        expect(isAddressAllowed(networks, other)).toBe(false)
        expect(isAddressAllowed([], other)).toBe(true)
      }),
    )
    expect(isAddressAllowed(['192.0.2.0/24'], 'not an address')).toBe(false)
  })
})
