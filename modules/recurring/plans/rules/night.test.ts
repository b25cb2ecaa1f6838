import { addDays } from '#shared/date-arithmetic.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localDate, localDateIn } from '#shared/calendar.ts'
import { declineClassOf } from '#modules/money/payments/rules/declines.ts'
import { decideRetry } from './dunning.ts'
import { postponePastNight } from './night.ts'

/** Time zones whose clocks change at midnight, by half an hour or for Ramadan, and both sides of the date line. */
const zones = [
  'Europe/London',
  'Africa/Cairo',
  'Africa/Casablanca',
  'America/Asuncion',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
]
const hourIn = (timeZone: string, instant: Date) =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(instant))
const instant = fc.date({
  min: new Date('2010-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
})

describe('a night', () => {
  test('ends at 04:00 of the same date, whatever the clocks do', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), instant, (timeZone, instant) => {
        const from = postponePastNight(instant, timeZone)
        expect(hourIn(timeZone, from)).toBeGreaterThanOrEqual(4)
        if (hourIn(timeZone, instant) >= 4) {
          expect(from).toEqual(instant)
          return
        }
        expect(localDateIn(timeZone, from)).toBe(localDateIn(timeZone, instant))
        expect(from.getTime() - instant.getTime()).toBeLessThanOrEqual(5 * 3_600_000)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['Africa/Cairo', '2025-04-24T22:00:00Z', '2025-04-25T01:00:00.000Z'],
    ['Africa/Cairo', '2025-10-30T20:59:00Z', '2025-10-30T20:59:00.000Z'],
    ['Africa/Cairo', '2025-10-30T22:30:00Z', '2025-10-31T02:00:00.000Z'],
    ['Asia/Beirut', '2026-03-28T22:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-04T15:10:00Z', '2026-04-04T17:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-12-01T10:00:00Z', '2026-12-01T14:00:00.000Z'],
  ])('in %s that has come at %s is over at %s', (timeZone, instant, from) => {
    expect(postponePastNight(new Date(instant), timeZone).toISOString()).toBe(from)
  })
})

test('a declined donation is never retried at night, in any zone and at any time', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      instant,
      fc.constantFrom('day', 'week', 'month', 'ramadan', 'dhul-hijjah'),
      fc.constantFrom('insufficient_funds', 'do_not_honor'),
      (timeZone, instant, kind, code) => {
        const dueOn = addDays(localDate(localDateIn(timeZone, instant)), -1)
        const next = decideRetry({
          kind,
          timeZone,
          dueOn,
          code,
          declineClass: declineClassOf(code),
          retriesMade: 0,
          attemptsWithCard: 1,
          at: instant,
        })
        if (next.kind === 'retry') expect(hourIn(timeZone, next.at)).toBeGreaterThanOrEqual(4)
      },
    ),
    { numRuns: 500 },
  )
})
