import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apiKeyBytes, formatApiKey, hasApiKeyPrefix, isApiKey, isApiKeyValid } from './api-key.ts'

const random = fc.uint8Array({ minLength: apiKeyBytes, maxLength: apiKeyBytes })
const mode = fc.constantFrom('live' as const, 'test' as const)
const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })

describe('API keys', () => {
  test('have a prefix, 33 letters and digits and a checksum [security-21]', () => {
    fc.assert(
      fc.property(mode, random, (keyMode, bytes) => {
        const key = formatApiKey(keyMode, bytes)
        expect(key).toMatch(new RegExp(`^sunbul_${keyMode}_[0-9A-Za-z]{39}$`))
        expect(isApiKey(key)).toBe(true)
        expect(hasApiKeyPrefix(key)).toBe(true)
      }),
    )
  })

  test('differ for different random bytes [security-21]', () => {
    fc.assert(
      fc.property(random, random, (one, other) => {
        fc.pre(Buffer.compare(one, other) !== 0)
        expect(formatApiKey('live', one)).not.toBe(formatApiKey('live', other))
      }),
    )
  })

  test('with one wrong character fail their checksum [security-21]', () => {
    fc.assert(
      fc.property(random, fc.integer({ min: 12, max: 50 }), fc.constantFrom(...'0aZ9'), (bytes, place, character) => {
        const key = formatApiKey('live', bytes)
        fc.pre(key[place] !== character)
        expect(isApiKey(key.slice(0, place) + character + key.slice(place + 1))).toBe(false)
      }),
    )
    expect(isApiKey(formatApiKey('live', new Uint8Array(apiKeyBytes)).replace('live', 'test'))).toBe(false)
    expect(isApiKey('sunbul_live_')).toBe(false)
  })

  test('are valid until they expire or are revoked; a former secret only during its overlap [security-21]', () => {
    fc.assert(
      fc.property(
        fc.option(instant),
        fc.option(instant),
        fc.option(instant),
        instant,
        (expiresAt, until, revokedAt, now) => {
          const period = { expiresAt, formerValidUntil: until, revokedAt }
          const isOpen = revokedAt === null && (expiresAt === null || now < expiresAt)
          expect(isApiKeyValid(period, 'current', now)).toBe(isOpen)
          expect(isApiKeyValid(period, 'former', now)).toBe(isOpen && until !== null && now < until)
        },
      ),
    )
  })
})
