import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDomain, txtNameOf } from './domain.ts'

const ownHosts = ['give.example.net', 'pages.example.com']
const parse = (typed: string) => parseDomain(typed, { ownHosts })

test.each([
  ['give.umeed.org', 'give.umeed.org'],
  [' Give.UMEED.org. ', 'give.umeed.org'],
  ['https://umeed.org.uk/', 'umeed.org.uk'],
  ['www.umeed.org', 'www.umeed.org'],
  ['give.umeed.test', 'give.umeed.test'],
  ['umeed.github.io', 'umeed.github.io'],
  ['مثال.إختبار', 'xn--mgbh0fb.xn--kgbechtv'],
  ['bücher.example', 'xn--bcher-kva.example'],
])('accepts %s (pages-16)', (typed, host) => {
  expect(parse(typed)).toEqual({ host })
})

test.each([
  ['', 'domain-missing'],
  ['https://umeed.org/donate', 'domain-has-more'],
  ['umeed.org:8443', 'domain-has-more'],
  ['user@umeed.org', 'domain-has-more'],
  ['umeed.org?x=1', 'domain-has-more'],
  ['192.0.2.1', 'domain-is-ip'],
  ['0xc0000201', 'domain-is-ip'],
  ['[2001:db8::1]', 'domain-is-ip'],
  ['2001:db8::1', 'domain-is-ip'],
  ['intranet', 'domain-single-label'],
  ['localhost', 'domain-single-label'],
  ['org.uk', 'domain-public-suffix'],
  ['github.io', 'domain-public-suffix'],
  ['give.example.net', 'domain-own'],
  ['GIVE.example.net.', 'domain-own'],
  ['umeed.pages.example.com', 'domain-own'],
  ['*.umeed.org', 'domain-not-valid'],
  ['a.org b.org', 'domain-not-valid'],
  ['-umeed.org', 'domain-not-valid'],
  ['give_umeed.org', 'domain-not-valid'],
  [`${'a'.repeat(64)}.org`, 'domain-not-valid'],
  [`${'abcdefg.'.repeat(32)}org`, 'domain-not-valid'],
])('refuses %s with %s (pages-16)', (typed, refusal) => {
  expect(parse(typed)).toEqual({ refusal })
})

test('an accepted host is accepted again unchanged, fits the column and is never ours (pages-16)', () => {
  fc.assert(
    fc.property(fc.oneof(fc.domain(), fc.webUrl(), fc.ipV4(), fc.ipV6(), fc.string()), (typed) => {
      const parsed = parse(typed)
      if (!('host' in parsed)) return
      expect(parsed.host).toMatch(/^([a-z0-9-]+\.)+[a-z0-9-]+$/)
      expect(parsed.host.length).toBeLessThanOrEqual(253)
      expect(parse(parsed.host)).toEqual(parsed)
      for (const own of ownHosts) expect(`.${parsed.host}`.endsWith(`.${own}`)).toBe(false)
    }),
  )
})

test('refuses every host below ours (pages-16)', () => {
  fc.assert(
    fc.property(fc.domain(), fc.constantFrom(...ownHosts), (domain, own) => {
      expect(parse(`${domain}.${own}`)).toEqual({ refusal: 'domain-own' })
    }),
  )
})

test('the record has its own name below the host', () => {
  expect(txtNameOf('give.umeed.org')).toBe('_sunbul.give.umeed.org')
})
