import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test.each([
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.1.1',
  '2606:4700:4700::1111',
  '2a00:1450:4009:81f::200e',
])('%s is public [webhooks-3]', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  '',
  'localhost',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1%lo',
  'fec0::1',
  'ff02::1',
])('%s isn’t public [webhooks-3]', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test('no address of a private network is public, in IPv4 or mapped to IPv6 [webhooks-3]', () => {
  const byte = fc.integer({ min: 0, max: 255 })
  const privateAddress = fc.oneof(
    fc.tuple(byte, byte, byte).map(([b, c, d]) => `10.${b}.${c}.${d}`),
    fc.tuple(byte, byte, byte).map(([b, c, d]) => `127.${b}.${c}.${d}`),
    fc.tuple(fc.integer({ min: 16, max: 31 }), byte, byte).map(([b, c, d]) => `172.${b}.${c}.${d}`),
    fc.tuple(fc.integer({ min: 64, max: 127 }), byte, byte).map(([b, c, d]) => `100.${b}.${c}.${d}`),
    fc.tuple(byte, byte).map(([c, d]) => `192.168.${c}.${d}`),
    fc.tuple(byte, byte).map(([c, d]) => `169.254.${c}.${d}`),
  )
  fc.assert(
    fc.property(privateAddress, (address) => {
      expect(isPublicAddress(address)).toBe(false)
      expect(isPublicAddress(`::ffff:${address}`)).toBe(false)
      expect(isPublicAddress(`64:ff9b::${address}`)).toBe(false)
    }),
  )
})
