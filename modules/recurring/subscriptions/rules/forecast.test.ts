import { expect, test } from 'vitest'
import { dueCountMin, forecastOf, type PlansOnSchedule, dueCountLimit } from './forecast.ts'

const instantAfter = (instant: string) => new Date(instant)
const daily: PlansOnSchedule = { kind: 'day', at: null, count: 100 }
const fridays: PlansOnSchedule = { kind: 'week', at: 5, count: 1000 }
const lastOfMonth: PlansOnSchedule = { kind: 'month', at: 31, count: 10 }

test('a weekday counts on its day in any zone, and not in the middle of the week', () => {
  expect(forecastOf([fridays], instantAfter('2026-11-26T19:00:00Z'), instantAfter('2026-11-26T19:30:00Z'))).toBe(1000)
  expect(forecastOf([fridays], instantAfter('2026-11-28T10:00:00Z'), instantAfter('2026-11-28T10:30:00Z'))).toBe(1000)
  expect(forecastOf([fridays], instantAfter('2026-11-24T09:00:00Z'), instantAfter('2026-11-24T09:30:00Z'))).toBe(0)
})

test('a day that a month lacks falls on its last day', () => {
  expect(forecastOf([lastOfMonth], instantAfter('2027-02-28T09:00:00Z'), instantAfter('2027-02-28T09:30:00Z'))).toBe(10)
  expect(forecastOf([lastOfMonth], instantAfter('2027-02-20T09:00:00Z'), instantAfter('2027-02-20T09:30:00Z'))).toBe(0)
})

test('the forecast includes two days of outage, so they are not an overflow', () => {
  const since = instantAfter('2026-11-26T09:00:00Z')
  const until = instantAfter('2026-11-28T09:00:00Z')
  const waited = 3 * daily.count + fridays.count
  expect(forecastOf([daily, fridays], since, until)).toBe(waited)
  expect(dueCountLimit(forecastOf([daily, fridays], since, until))).toBeGreaterThan(waited)
})

test('with few donors, retries after declines are not an overflow either', () => {
  expect(dueCountLimit(0)).toBe(dueCountMin)
  expect(dueCountLimit(100)).toBe(300)
})
