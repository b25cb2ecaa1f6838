import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { periodsOn } from './periods.ts'

test('periods have whole months and years, also at their ends', () => {
  expect(periodsOn(localDate('2028-03-31'))).toEqual({
    'this-month': { from: '2028-03-01', to: '2028-03-31' },
    'last-month': { from: '2028-02-01', to: '2028-02-29' },
    'this-year': { from: '2028-01-01', to: '2028-12-31' },
  })
  expect(periodsOn(localDate('2027-01-01'))['last-month']).toEqual({ from: '2026-12-01', to: '2026-12-31' })
})
