import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { Problem } from '#shared/problem.ts'
import { stripeProvider } from '#modules/money/payments/providers/stripe/provider.ts'
import { contentSecurityPolicy, permissionsPolicy } from '#server/http/security.ts'
import { instant, minorUnits, rowCount } from '#shared/wire/codecs.ts'
import type { Json } from '#shared/wire/json.ts'
import { addressKey } from '#shared/network.ts'
import { isEnveloped, problemBody } from '#server/http/wire.ts'
import { toJson } from '#shared/wire/to-json.ts'
import { preferredLocale } from '#server/http/request-context.ts'
import { createLog } from '#server/ops/log.ts'

describe('the wire', () => {
  test('the path decides the envelope', () => {
    expect(['/api/donate/donate/7', '/v3/api/donate/applePaySession'].map(isEnveloped)).toEqual([true, true])
    expect(['/v4/quotes', '/apiary', '/v4/api/x'].map(isEnveloped)).toEqual([false, false, false])
  })
  test('an amount too large for a double is sent as a string', () => {
    expect(toJson({ amount: 9_007_199_254_740_993n, at: new Date(0) })).toBe(
      '{"amount":"9007199254740993","at":"1970-01-01T00:00:00.000Z"}',
    )
  })
  test('the serializer encodes instants, amounts and counts as their codecs do', () => {
    const output = z.object({
      amount: minorUnits,
      donations: rowCount,
      createdAt: instant,
      voidedAt: instant.nullable(),
      notes: z.array(z.object({ at: instant })),
    })
    const result = {
      amount: 1250n,
      donations: 3n,
      createdAt: new Date('2026-11-30T12:00:00.5Z'),
      voidedAt: null,
      notes: [{ at: new Date(0) }],
    }
    expect(JSON.parse(toJson(result))).toEqual(z.encode(output, result))
    expect(z.decode(output, z.encode(output, result))).toEqual(result)
    expectTypeOf<Json<z.output<typeof output>>>().toEqualTypeOf<z.input<typeof output>>()
  })
  test('a refusal has its status, its code and a message in the requester’s language', () => {
    const problem = new Problem('validation', 'card-number-in-text', {
      fields: { note: { code: 'card-number-in-text' } },
    })
    expect(problemBody(problem, 'en')).toMatchObject({ status: 400, class: 'validation', code: 'card-number-in-text' })
    expect(problemBody(problem, 'en').fields.note).toMatch(/card number/)
    expect(problemBody(problem, 'ar').fields.note).toMatch(/بطاقة/)
  })
  test('a code without a message uses that of its class, never the code', () => {
    expect(problemBody(new Problem('conflict', 'something-unheard-of'), 'en').message).toBe(
      'This action conflicts with existing data. Please refresh and try again.',
    )
    expect(problemBody(new Problem('conflict', 'toString'), 'en').message).toBe(
      'This action conflicts with existing data. Please refresh and try again.',
    )
  })
})

describe('the language of a visitor', () => {
  const examples: Record<string, 'en' | 'ar'> = {
    '': 'en',
    'ar-EG,ar;q=0.9,en;q=0.8': 'ar',
    'en-US,ar;q=0.5': 'en',
    'fo-FO,ar;q=0.6,en;q=0.4': 'ar',
    'en;q=0.2, ar': 'ar',
    'ar;q=0,en': 'en',
    'fo,se': 'en',
  }
  for (const [header, locale] of Object.entries(examples))
    test(`${header || 'none'} is ${locale}`, () => expect(preferredLocale(header)).toBe(locale))
})

describe('the Content-Security-Policy', () => {
  const sandbox = [
    {
      contentSources: { script: [], frame: ['http://127.0.0.1:3001'], connect: [], payment: ['http://127.0.0.1:3001'] },
    },
  ]
  test('allows no inline script, no plug-in, and only the provider’s frames on the payment page', () => {
    const home = contentSecurityPolicy('/v4', 'abc', sandbox)
    expect(home).toContain("default-src 'none'")
    expect(home).not.toMatch(/script-src[^;]*unsafe/)
    expect(home).toContain("frame-src 'none'")
    expect(home).toContain("frame-ancestors 'none'")
    expect(home).toContain("base-uri 'none'")
    expect(contentSecurityPolicy('/v4/checkout/water', 'abc', sandbox)).toContain('frame-src http://127.0.0.1:3001')
  })
  test('allows the provider’s script only on the payment page', () => {
    const stripe = stripeProvider({
      name: 'stripe',
      secretKey: 'sk_test',
      publishableKey: 'pk_test',
      webhookSecret: 'whsec_test',
      clock: () => new Date(0),
    })
    const checkout = contentSecurityPolicy('/v4/checkout/water', 'abc', [...sandbox, stripe])
    expect(checkout).toMatch(/script-src[^;]*https:\/\/js\.stripe\.com/)
    expect(checkout).toContain(
      'frame-src http://127.0.0.1:3001 https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://pay.google.com;',
    )
    expect(checkout).toMatch(/connect-src[^;]*https:\/\/api\.stripe\.com/)
    expect(contentSecurityPolicy('/v4/campaign/water', 'abc', [stripe])).not.toContain('stripe')
    // Its frames may also open a wallet there, and on no other page [payments-24].
    expect(permissionsPolicy('/v4/checkout/water', [...sandbox, stripe])).toMatch(
      /^payment=\(self "http:\/\/127\.0\.0\.1:3001" "https:\/\/js\.stripe\.com" "https:\/\/\*\.js\.stripe\.com" "https:\/\/pay\.google\.com"\), geolocation=\(\)/,
    )
    expect(permissionsPolicy('/v4/campaign/water', [stripe])).toMatch(/^payment=\(self\), /)
  })
  test('allows the survey of the Deeds story only on that page', () => {
    const frames = (path: string, surveyUrl?: string) =>
      /frame-src[^;]*/.exec(contentSecurityPolicy(path, 'abc', sandbox, { surveyUrl }))?.[0]
    const survey = 'https://forms.example.org/deeds?lang=en'
    expect(frames('/deeds', survey)).toBe('frame-src https://forms.example.org')
    expect([frames('/deeds'), frames('/v4', survey)]).toEqual(["frame-src 'none'", "frame-src 'none'"])
  })
})

test('an IPv6 network counts as one address, an IPv4 address as itself', () => {
  expect(addressKey('203.0.113.9')).toBe('203.0.113.9')
  expect(addressKey('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(addressKey('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe('2001:db8:1:2::/64')
  expect(addressKey('2001:db8:1:2::1')).toBe(addressKey('2001:0db8:0001:0002:ffff::9'))
  expect(addressKey('::1')).toBe('0:0:0:0::/64')
  // Some proxies append a port, which differs for each connection.
  expect(addressKey('203.0.113.9:4711')).toBe('203.0.113.9')
  expect(addressKey('[2001:db8:1:2::9]:4711')).toBe(addressKey('2001:db8:1:2::1'))
})

test('a log line has no credential and no address, at any depth', () => {
  const lines: string[] = []
  const log = createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } })
  log.warn(
    {
      email: 'amina@example.org',
      headers: { authorization: 'Bearer abc.def', cookie: 'sid=xyz' },
      request: { body: { token: 'tok_1', password: 'hunter2' } },
      requestId: 'r-1',
    },
    'something',
  )
  log.error({ error: new Error('broken') }, 'a fault')
  expect(lines.join('')).not.toMatch(/amina@|abc\.def|sid=xyz|tok_1|hunter2/)
  expect(JSON.parse(lines[0]!)).toMatchObject({ requestId: 'r-1', msg: 'something', email: '[redacted]' })
  expect(JSON.parse(lines[1]!).error).toMatchObject({ message: 'broken', stack: expect.stringContaining('wire.test') })
})
