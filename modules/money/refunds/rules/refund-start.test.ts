import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from '#shared/time.ts'
import { addBusinessDays, refundStart } from './refund-start.ts'

test.each([
  ['2026-11-16T15:00:00Z', '2026-11-23T15:00:00.000Z'],
  // Spans Thanksgiving, then Christmas and New Year's Day.
  ['2026-11-23T15:00:00Z', '2026-12-01T15:00:00.000Z'],
  ['2026-12-24T15:00:00Z', '2027-01-04T15:00:00.000Z'],
  ['2026-11-27T23:59:00Z', '2026-12-04T23:59:00.000Z'],
  ['2026-11-28T10:00:00Z', '2026-12-04T10:00:00.000Z'],
])('five business days after %s are %s [refunds-10]', (from, to) => {
  expect(addBusinessDays(new Date(from), 5).toISOString()).toBe(to)
})

test('a card is refunded at once, a bank debit at the earliest 5 to 11 days after payment [refunds-10]', () => {
  const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instant, instant, (givenAt, now) => {
      expect(refundStart([{ paymentMethod: 'card', givenAt }], now)).toEqual(now)
      const start = refundStart([{ paymentMethod: 'ach', givenAt }], now)
      expect(start >= now).toBe(true)
      const days = (start.getTime() - givenAt.getTime()) / dayMs
      if (start > now) {
        expect(Number.isInteger(days)).toBe(true)
        expect(days).toBeGreaterThanOrEqual(5)
        expect(days).toBeLessThanOrEqual(11)
      }
    }),
  )
})
