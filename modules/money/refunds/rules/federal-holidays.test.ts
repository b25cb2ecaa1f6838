import { expect, test } from 'vitest'
import { dayMs } from '#shared/time.ts'
import { isFederalHoliday } from './federal-holidays.ts'

const holidaysOf = (year: number): string[] =>
  Array.from({ length: 366 }, (_, index) => new Date(Date.UTC(year, 0, 1) + index * dayMs))
    .filter((date) => date.getUTCFullYear() === year && isFederalHoliday(date))
    .map((date) => date.toISOString().slice(5, 10))

/**
 * Days on which the banks are closed by this rule; compare them with the Federal Reserve's schedule
 * (docs/release-checklist.md).
 */
test.each([
  // 1 January 2022 and 25 December 2027 are Saturdays, so the Friday before is a business day.
  [2022, '01-01 01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26'],
  [2023, '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-11 11-23 12-25'],
  [2026, '01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25'],
  [2027, '01-01 01-18 02-15 05-31 06-19 07-05 09-06 10-11 11-11 11-25 12-25'],
  [2028, '01-01 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-11 11-23 12-25'],
])('federal holidays of %i [refunds-10]', (year, days) => {
  expect(holidaysOf(year)).toEqual(days.split(' '))
})
