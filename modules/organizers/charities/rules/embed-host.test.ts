import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEmbedHost } from './embed-host.ts'

const parse = (typed: string, allowsLocal = false) =>
  parseEmbedHost(typed, { ownHosts: ['give.example.net'], allowsLocal })

test.each([
  ['https://www.example.org', 'https://www.example.org'],
  [' Example.ORG ', 'https://example.org'],
  ['https://example.org/donate?x=1#y', 'https://example.org'],
  ['https://example.org:443', 'https://example.org'],
  ['مثال.إختبار', 'https://xn--mgbh0fb.xn--kgbechtv'],
])('accepts %s as an exact https host (security-17)', (typed, host) => {
  expect(parse(typed)).toBe(host)
})

test.each([
  '',
  'http://example.org',
  'https://*.example.org',
  'https://example.org:8443',
  'https://user@example.org',
  'https://192.0.2.1',
  'https://[2001:db8::1]',
  'https://intranet',
  'ftp://example.org',
  'javascript:alert(1)',
  'https://give.example.net',
  'https://rahma.give.example.net',
  'https://a.org https://b.org',
  "https://example.org;script-src'*'",
  'http://localhost:5500',
])('refuses %s (security-17)', (typed) => {
  expect(parse(typed)).toBeUndefined()
})

test('accepts a port of this machine in the demo and in tests only', () => {
  expect(parse('http://localhost:5500', true)).toBe('http://localhost:5500')
  expect(parse('http://charity.localhost:5500/page', true)).toBe('http://charity.localhost:5500')
  for (const typed of ['http://localhost', 'http://127.0.0.1:5500', 'http://localhost.example.org:5500'])
    expect(parse(typed, true)).toBeUndefined()
})

test('no accepted host adds anything to a policy, and parsing it again changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.domain(), fc.string()), fc.boolean(), (typed, allowsLocal) => {
      const host = parse(typed, allowsLocal)
      if (host === undefined) return
      expect(host).toMatch(/^https?:\/\/[a-z0-9.-]+(:\d+)?$/)
      expect(parse(host, allowsLocal)).toBe(host)
    }),
  )
})
