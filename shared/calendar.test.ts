import { endOfDayIn, instantIn } from './date-arithmetic.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDay, formatHijri, hijriMonthName, hijriOf, isLocalDate, localDate, localDateIn } from './calendar.ts'

test.each([
  ['Europe/London', '2027-03-31T22:59:59.000Z'],
  ['America/Los_Angeles', '2027-04-01T06:59:59.000Z'],
  ['Asia/Karachi', '2027-03-31T18:59:59.000Z'],
])('content-3: a fundraiser of %s that ends on 31 March 2027 ends at %s [S2 §9]', (zone, instant) => {
  expect(endOfDayIn(zone, localDate('2027-03-31')).toISOString()).toBe(instant)
})

const zones = [
  'UTC',
  'Europe/London',
  'America/Los_Angeles',
  'Asia/Karachi',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Pacific/Auckland',
  'Pacific/Apia',
  'America/Sao_Paulo',
]

test('the end of a day is its last second', () => {
  const day = fc
    .date({ min: new Date('2013-01-01T00:00:00Z'), max: new Date('2060-01-01T00:00:00Z'), noInvalidDate: true })
    .map((instant) => localDate(instant.toISOString().slice(0, 10)))
  fc.assert(
    fc.property(fc.constantFrom(...zones), day, (zone, date) => {
      const end = endOfDayIn(zone, date)
      expect(localDateIn(zone, end)).toBe(date)
      expect(localDateIn(zone, new Date(end.getTime() + 1000)) > date).toBe(true)
    }),
  )
})

test('a day whose last hour occurs twice ends with the later one', () => {
  expect(endOfDayIn('Africa/Cairo', localDate('2044-10-27')).toISOString()).toBe('2044-10-27T21:59:59.000Z')
})

test('an instant is Friday in one time zone and Saturday in another (calendar-6)', () => {
  const instant = new Date('2026-11-20T23:30:00Z')
  expect([
    localDateIn('UTC', instant),
    localDateIn('America/Los_Angeles', instant),
    localDateIn('Asia/Kuala_Lumpur', instant),
  ]).toEqual(['2026-11-20', '2026-11-20', '2026-11-21'])
})

test('a local time that clocks skip or repeat is one instant (recurring-10)', () => {
  expect(instantIn('Europe/London', localDate('2027-03-28'), { hour: 1, minute: 30 }).toISOString()).toBe(
    '2027-03-28T01:30:00.000Z',
  )
  expect(instantIn('Europe/London', localDate('2027-10-31'), { hour: 1, minute: 30 }).toISOString()).toBe(
    '2027-10-31T00:30:00.000Z',
  )
  expect(instantIn('Asia/Riyadh', localDate('2027-02-07'), { hour: 22, minute: 30 }).toISOString()).toBe(
    '2027-02-07T19:30:00.000Z',
  )
})

test('only real days are days', () => {
  expect(['2027-03-31', '2028-02-29'].every(isLocalDate)).toBe(true)
  expect(
    ['2027-02-29', '2027-13-01', '2027-3-1', '', '20270331', '2027-04-31', '2027-03-31T00:00:00Z'].some(isLocalDate),
  ).toBe(false)
  expect(() => localDate('2027-02-30')).toThrow(RangeError)
})

test.each([
  ['2017-09-21', 1439, 1],
  ['2019-05-06', 1440, 9],
  ['2020-04-24', 1441, 9],
  ['2024-06-07', 1445, 12],
  ['2025-03-01', 1446, 9],
  ['2025-03-30', 1446, 10],
  ['2026-06-16', 1448, 1],
  ['2027-02-08', 1448, 9],
  ['2027-03-09', 1448, 10],
  ['2027-05-07', 1448, 12],
  ['2028-05-25', 1450, 1],
])('%s begins month %s-%s of the Umm al-Qura calendar (calendar-1)', (day, year, month) => {
  expect(hijriOf(localDate(day))).toEqual({ year, month, day: 1 })
})

test('Hijri dates are formatted in both languages', () => {
  expect(formatHijri(localDate('2027-02-08'), 'en')).toBe('1 Ramadan 1448 AH')
  expect(formatHijri(localDate('2027-02-08'), 'ar')).toBe('1 رمضان 1448 هـ')
  expect(hijriMonthName(12, 'en')).toBe('Dhul Hijjah')
  expect(hijriMonthName(12, 'ar')).toBe('ذو الحجة')
})

test('a Hijri month has its Intl name in a language without a list', () => {
  expect([1, 9, 12].map((month) => hijriMonthName(month, 'tr'))).toEqual(['Muharrem', 'Ramazan', 'Zilhicce'])
})

test('dates outside the Umm al-Qura table are refused', () => {
  expect(hijriOf(localDate('1882-11-12'))).toEqual({ year: 1300, month: 1, day: 1 })
  expect(hijriOf(localDate('2174-11-25')).year).toBe(1600)
  expect(() => hijriOf(localDate('1882-11-11'))).toThrow(RangeError)
  expect(() => hijriOf(localDate('2174-11-26'))).toThrow(RangeError)
})

test('Gregorian dates are formatted in both languages', () => {
  expect(formatDay(localDate('2027-03-31'), 'en')).toBe('31 March 2027')
  expect(formatDay(localDate('2027-03-31'), 'ar')).toBe('31 مارس 2027')
})
