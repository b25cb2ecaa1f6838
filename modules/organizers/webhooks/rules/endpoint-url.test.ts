import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEndpointUrl } from './endpoint-url.ts'

test('accepts public https addresses on port 443 in their normal form [webhooks-3]', () => {
  expect(readEndpointUrl(' HTTPS://Hooks.Example.org:443/a?b=c#d ', [])).toEqual({
    url: 'https://hooks.example.org/a?b=c',
  })
  expect(readEndpointUrl('https://8.8.8.8/', [])).toEqual({ url: 'https://8.8.8.8/' })
})

test.each([
  ['', 'webhook-url-not-valid'],
  ['hooks.example.org', 'webhook-url-not-valid'],
  ['ftp://hooks.example.org', 'webhook-url-not-valid'],
  ['https://user:pass@hooks.example.org', 'webhook-url-not-valid'],
  ['https://user@hooks.example.org', 'webhook-url-not-valid'],
  [`https://hooks.example.org/${'a'.repeat(500)}`, 'webhook-url-not-valid'],
  ['http://hooks.example.org', 'webhook-url-not-https'],
  ['https://hooks.example.org:8443', 'webhook-url-not-https'],
  ['https://localhost/', 'webhook-url-not-public'],
  ['https://intranet/', 'webhook-url-not-public'],
  ['https://127.0.0.1/', 'webhook-url-not-public'],
  // The URL parser reads all of these as 127.0.0.1.
  ['https://2130706433/', 'webhook-url-not-public'],
  ['https://0x7f.1/', 'webhook-url-not-public'],
  ['https://0177.0.0.1/', 'webhook-url-not-public'],
  ['https://[::1]/', 'webhook-url-not-public'],
  ['https://[::ffff:127.0.0.1]/', 'webhook-url-not-public'],
  ['https://169.254.169.254/latest/meta-data', 'webhook-url-not-public'],
])('refuses %s [webhooks-3]', (typed, fault) => {
  expect(readEndpointUrl(typed, ['127.0.0.1:9000'])).toEqual({ fault })
})

test('accepts any address and http for a host that the operator permits, only with its port [webhooks-3]', () => {
  expect(readEndpointUrl('http://127.0.0.1:9000/hook', ['127.0.0.1:9000'])).toEqual({
    url: 'http://127.0.0.1:9000/hook',
  })
  expect(readEndpointUrl('https://crm.internal/hook', ['crm.internal:443'])).toEqual({
    url: 'https://crm.internal/hook',
  })
  expect(readEndpointUrl('http://127.0.0.1:9001/hook', ['127.0.0.1:9000'])).toHaveProperty('fault')
})

test('never throws, and a URL that it returns is accepted unchanged [webhooks-3]', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string()), (typed) => {
      const read = readEndpointUrl(typed, [])
      if ('url' in read) expect(readEndpointUrl(read.url, [])).toEqual(read)
    }),
  )
})
