import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endOfCard, expiryOf, warningDays } from './expiry.ts'

const instantAfter = (text: string) => new Date(text)

test.each([
  ['2026-11-30T23:59:59Z', 'expiring'],
  ['2026-12-01T00:00:00Z', 'expired'],
  ['2026-10-02T00:00:00Z', 'expiring'],
  ['2026-10-01T23:59:59Z', 'valid'],
  ['2020-01-01T00:00:00Z', 'valid'],
] as const)('a card of 11/2026 is at %s: %s', (now, expiry) => {
  expect(expiryOf({ expMonth: 11, expYear: 2026 }, instantAfter(now))).toBe(expiry)
})

test('a card of December expires at the end of the year', () => {
  expect(endOfCard({ expMonth: 12, expYear: 2027 })).toEqual(instantAfter('2028-01-01T00:00:00Z'))
})

test('an expired card never becomes valid again, and a warning precedes its end', () => {
  const order = ['valid', 'expiring', 'expired']
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 2024, max: 2060 }),
      fc.nat(1000),
      fc.nat(1000),
      (expMonth, expYear, a, b) => {
        const card = { expMonth, expYear }
        const before = (days: number) => new Date(endOfCard(card).getTime() - days * 86_400_000)
        expect(order.indexOf(expiryOf(card, before(Math.min(a, b))))).toBeGreaterThanOrEqual(
          order.indexOf(expiryOf(card, before(Math.max(a, b)))),
        )
        expect(expiryOf(card, before(warningDays))).toBe('expiring')
      },
    ),
  )
})
