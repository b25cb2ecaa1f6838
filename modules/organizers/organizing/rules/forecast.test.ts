import { addDays, daysBetween } from '#shared/date-arithmetic.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { type ForecastData, getForecast } from './forecast.ts'

const today = localDate('2026-11-27')
const makeData = (over: Partial<ForecastData> = {}): ForecastData => ({
  raised: 10_000n,
  goal: 20_000n,
  recent: { raised: 30_000n, donations: 12, days: 30 },
  today,
  endsOn: null,
  ...over,
})

test('says when the goal is reached, and what is raised by the last day', () => {
  expect(getForecast(makeData())).toEqual({ perDay: 1_000n, reachesGoalOn: '2026-12-07', atEnd: null })
  expect(getForecast(makeData({ endsOn: localDate('2026-12-02') }))).toEqual({
    perDay: 1_000n,
    reachesGoalOn: null,
    atEnd: 15_000n,
  })
  expect(getForecast(makeData({ goal: null }))?.reachesGoalOn).toBeNull()
  expect(getForecast(makeData({ raised: 20_000n }))?.reachesGoalOn).toBeNull()
})

test.each<[string, Partial<ForecastData>]>([
  ['a few days', { recent: { raised: 9_000n, donations: 9, days: 6 } }],
  ['a few donations', { recent: { raised: 9_000n, donations: 2, days: 30 } }],
  ['nothing recent', { recent: { raised: 0n, donations: 3, days: 30 } }],
  ['the last day', { endsOn: today }],
])('says nothing with %s', (_, over) => {
  expect(getForecast(makeData(over))).toBeNull()
})

test('reaches the goal on the first day that the pace is enough for', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 9n), fc.bigInt(30n, 10n ** 7n), (missing, recent) => {
      const forecast = getForecast(
        makeData({ goal: 10_000n + missing, recent: { raised: recent, donations: 5, days: 30 } }),
      )
      const day = forecast?.reachesGoalOn
      if (!forecast || !day) return
      const days = BigInt(daysBetween(today, day))
      expect(forecast.perDay * days).toBeGreaterThanOrEqual(missing)
      expect(forecast.perDay * (days - 1n)).toBeLessThan(missing)
      expect(addDays(today, Number(days))).toBe(day)
    }),
  )
})
