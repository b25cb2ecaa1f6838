import { addDays } from '#shared/date-arithmetic.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { hijriMonths } from '#shared/hijri.ts'
import { money } from '#shared/money.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { planFrequencies } from '#modules/money/giving/rules/plan-frequency.ts'
import { occurrencesIn } from '#modules/recurring/plans/rules/schedule.ts'
import { nextDayOf, planMandate } from './plan-mandate.ts'
import { scheduleOf } from './requested-schedule.ts'

test('names the day of the second occurrence (recurring-21)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4000 }), fc.constantFrom(...planFrequencies), (days, every) => {
      const on = addDays(localDate('2026-01-01'), days)
      const schedule = scheduleOf({ programme: null, frequency: every, startsOn: on, hijriYear: 0 })!
      const window = { timeZone: 'UTC', from: on, until: addDays(on, 400) }
      expect(nextDayOf(every, on)).toBe(occurrencesIn(schedule, window, hijriMonths())[1]?.on)
    }),
  )
})

test('states charity, amount, frequency and start in both languages', () => {
  const terms = {
    charity: 'Umeed Trust',
    amount: money(1100n, 'GBP'),
    tip: money(100n, 'GBP'),
    product: 'Sunbul',
    every: 'month' as const,
    next: localDate('2026-12-20'),
  }
  for (const part of [
    '£11.00',
    'each month',
    '20 December 2026',
    '£10.00\u2069 goes to \u2068Umeed Trust\u2069 and \u2068£1.00\u2069 to \u2068Sunbul',
  ])
    expect(planMandate(terms, 'en', textsOf('recurring/plan-checkout', 'en'))).toContain(part)
  const whole = { ...terms, tip: money(0n, 'GBP') }
  expect(planMandate(whole, 'en', textsOf('recurring/plan-checkout', 'en'))).toContain('£11.00\u2069 goes to')
  for (const part of ['Umeed Trust', 'كل شهر'])
    expect(planMandate(terms, 'ar', textsOf('recurring/plan-checkout', 'ar'))).toContain(part)
  expect(planMandate(terms, 'ar', textsOf('recurring/plan-checkout', 'ar'))).not.toContain('{{')
})
