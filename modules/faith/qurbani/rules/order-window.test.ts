import { addDays } from '#shared/date-arithmetic.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { hijriMonths } from '#shared/hijri.ts'
import {
  isCloseTime,
  isOrderRefundable,
  type ItemTimes,
  lastDays,
  nextOpening,
  orderWindow,
  defaultCloseTime,
  windowState,
} from './order-window.ts'

const pakistan: ItemTimes = {
  hijriYear: 1448,
  timeZone: 'Asia/Karachi',
  opensOn: localDate('2027-04-01'),
  lastDay: 13,
  close: defaultCloseTime,
}
const announced = hijriMonths([{ year: 1448, month: 12, startsOn: localDate('2027-05-08') }])

test('orders of 1448 close at noon of 12 Dhul Hijjah in the performing country [qurbani-3]', () => {
  expect(orderWindow(pakistan, hijriMonths())).toEqual({
    opensAt: new Date('2027-03-31T19:00:00Z'),
    closesAt: new Date('2027-05-18T07:00:00Z'),
    performedFrom: '2027-05-16',
    performedUntil: '2027-05-19',
    isAnnounced: false,
  })
})

test('an announced month moves close and days, not the opening [qurbani-3]', () => {
  expect(orderWindow(pakistan, announced)).toEqual({
    opensAt: new Date('2027-03-31T19:00:00Z'),
    closesAt: new Date('2027-05-19T07:00:00Z'),
    performedFrom: '2027-05-17',
    performedUntil: '2027-05-20',
    isAnnounced: true,
  })
})

test('one calendar, two zones: Kenya closes after Pakistan [qurbani-3]', () => {
  const kenya = orderWindow({ ...pakistan, timeZone: 'Africa/Nairobi', lastDay: 12 }, hijriMonths())
  expect(kenya.closesAt).toEqual(new Date('2027-05-18T09:00:00Z'))
  expect(kenya.performedUntil).toBe('2027-05-18')
})

test('the window is half-open, and refunds end with it [qurbani-3, qurbani-6]', () => {
  const window = orderWindow(pakistan, hijriMonths())
  const instantAfter = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds)
  expect(windowState(window, instantAfter(window.opensAt, -1))).toBe('upcoming')
  expect(windowState(window, window.opensAt)).toBe('open')
  expect(windowState(window, instantAfter(window.closesAt, -1))).toBe('open')
  expect(windowState(window, window.closesAt)).toBe('closed')
  expect(isOrderRefundable(window, instantAfter(window.closesAt, -1))).toBe(true)
  expect(isOrderRefundable(window, window.closesAt)).toBe(false)
})

test('the next opening is the earliest that has not begun', () => {
  const windows = ['2027-04-01', '2028-03-20', '2028-03-01'].map((day) =>
    orderWindow({ ...pakistan, opensOn: localDate(day) }, hijriMonths()),
  )
  expect(nextOpening(windows, new Date('2027-06-01T00:00:00Z'))).toEqual(new Date('2028-02-29T19:00:00Z'))
  expect(nextOpening(windows, new Date('2028-06-01T00:00:00Z'))).toBeUndefined()
})

test.each([
  [{ day: 12, hour: 12, minute: 0 }, 12, true],
  [{ day: 1, hour: 0, minute: 0 }, 12, true],
  [{ day: 12, hour: 21, minute: 0 }, 12, true],
  [{ day: 12, hour: 21, minute: 1 }, 12, false],
  [{ day: 12, hour: 23, minute: 59 }, 13, true],
  [{ day: 13, hour: 20, minute: 59 }, 13, true],
  [{ day: 13, hour: 9, minute: 0 }, 12, false],
  [{ day: 0, hour: 9, minute: 0 }, 12, false],
  [{ day: 12, hour: 24, minute: 0 }, 13, false],
  [{ day: 12, hour: 9.5, minute: 0 }, 13, false],
] as const)('orders may close at %j with last day %s: %s [qurbani-3]', (close, lastDay, isAllowed) => {
  expect(isCloseTime(close, lastDay)).toBe(isAllowed)
})

test('in every year and zone, orders close no later than the last day of slaughter', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1440, max: 1500 }),
      fc.constantFrom('Asia/Karachi', 'Africa/Nairobi', 'Europe/Sarajevo', 'America/Lima', 'Pacific/Auckland'),
      fc.constantFrom(...lastDays),
      fc.record({
        day: fc.integer({ min: 1, max: 13 }),
        hour: fc.integer({ min: 0, max: 23 }),
        minute: fc.constantFrom(0, 30),
      }),
      (hijriYear, timeZone, lastDay, close) => {
        fc.pre(isCloseTime(close, lastDay))
        const window = orderWindow({ ...pakistan, hijriYear, timeZone, lastDay, close }, hijriMonths())
        const endOfDays = orderWindow(
          { ...pakistan, timeZone, opensOn: addDays(window.performedUntil, 1) },
          hijriMonths(),
        )
        expect(window.closesAt.getTime()).toBeLessThan(endOfDays.opensAt.getTime())
        expect(addDays(window.performedFrom, lastDay - 10)).toBe(window.performedUntil)
      },
    ),
  )
})
