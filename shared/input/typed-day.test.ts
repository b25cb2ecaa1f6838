import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { dateOrders, dayInFile, orderOfDates, possibleDays } from './typed-day.ts'

test.each([
  ['2026-11-20', ['2026-11-20']],
  ['2026/11/20', ['2026-11-20']],
  ['٢٠٢٦/١١/٢٠', ['2026-11-20']],
  ['20/11/2026', ['2026-11-20']],
  ['11/20/2026', ['2026-11-20']],
  ['20.11.2026', ['2026-11-20']],
  ['2026-11-20 00:00:00', ['2026-11-20']],
  ['2026-11-20T00:00:00.000Z', ['2026-11-20']],
  ['2026-11-20 00:00', ['2026-11-20']],
  ['2026-11-20T0:00Z', ['2026-11-20']],
  [' 2026-1-5\t', ['2026-01-05']],
  ['4/5/2026', ['2026-05-04', '2026-04-05']],
  ['5/5/2026', ['2026-05-05']],
  ['31/02/2026', []],
  ['2026-11-20 14:30', []],
  ['2026-11-20 00:00:30', []],
  ['20 00:00/11/2026', []],
  ['2026-11-20 00:00 and later', []],
  ['20 Nov 2026', []],
  ['20/11/26', []],
  ['', []],
])('%j can mean %j (content-37)', (typed, days) => {
  expect(possibleDays(typed)).toEqual(days)
})

test('a date of a file is read if only one day is possible, and otherwise stays (content-37)', () => {
  const today = localDate('2026-04-20')
  expect(dayInFile('20/11/2025', today)).toBe('2025-11-20')
  expect(dayInFile('4/3/2026', today)).toBe('4/3/2026')
  // The fifth of April, because the fourth of May is in the future.
  expect(dayInFile('4/5/2026', today)).toBe('2026-04-05')
  expect(dayInFile('4/5/2026', localDate('2026-04-05'))).toBe('2026-04-05')
  // Both days are in the future, and then both in the past.
  expect(dayInFile('4/5/2026', localDate('2026-04-04'))).toBe('4/5/2026')
  expect(dayInFile('4/5/2026', localDate('2026-05-04'))).toBe('4/5/2026')
  expect(dayInFile('21/11/2026', today)).toBe('2026-11-21')
  expect(dayInFile('soon', today)).toBe('soon')
})

test('each day is among what its spellings mean', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }), (date) => {
      const iso = date.toISOString().slice(0, 10)
      const [year, month, day] = iso.split('-')
      for (const text of [iso, `${day}/${month}/${year}`, `${Number(month)}/${Number(day)}/${year}`])
        expect(possibleDays(text)).toContain(iso)
    }),
  )
})

test('with an order, all dates of a file are read in it, and those without a day in it stay (content-37)', () => {
  const today = localDate('2026-11-29')
  const read = (cell: string) => dateOrders.map((order) => dayInFile(cell, today, order))
  expect(read('01/11/2026')).toEqual(['2026-11-01', '2026-01-11'])
  expect(read('٠١/١١/٢٠٢٦')).toEqual(['2026-11-01', '2026-01-11'])
  // The fifth of December stays in the future, where the rules refuse it, instead of turning into the twelfth of May.
  expect(read('05/12/2026')).toEqual(['2026-12-05', '2026-05-12'])
  expect(read('20/11/2026')).toEqual(['2026-11-20', '20/11/2026'])
  expect(read('2026-11-01 00:00')).toEqual(['2026-11-01', '2026-11-01'])
})

test('the likely order of a file is that of its dates with one reading (content-37)', () => {
  expect(orderOfDates(['01/11/2026', '20/11/2026', '2026-11-02'])).toEqual({ isAmbiguous: true, likely: 'day-first' })
  expect(orderOfDates(['01/11/2026', '11/20/2026'])).toEqual({ isAmbiguous: true, likely: 'month-first' })
  expect(orderOfDates(['20/11/2026', '11/20/2026'])).toEqual({ isAmbiguous: false, likely: undefined })
  expect(orderOfDates(['2026-11-01', '5/5/2026', 'soon'])).toEqual({ isAmbiguous: false, likely: undefined })
})
