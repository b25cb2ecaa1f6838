import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import type { Prices } from './prices.ts'
import { calculateShort, startPrecise, typedShort, wrongFields } from './short-answers.ts'

const today = localDate('2026-11-26')
const prices: Prices = {
  gold: { perGram: '100.0000', day: '2026-11-26', source: 'demo', age: 'fresh' },
  silver: { perGram: '1.2000', day: '2026-11-26', source: 'demo', age: 'fresh' },
  rates: {},
}
const typed = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ currency: 'GBP', basis: 'silver', ...fields })) form.set(name, value)
  return typedShort(form)
}
const calculate = (fields: Record<string, string>) => calculateShort(typed(fields), today, prices)

test('a total less the debts due within a year is calculated to the cent', () => {
  const { calculation } = calculate({ wealth: '12,020', debts: '2000' })
  expect(calculation).toMatchObject({ isValid: true, result: { zakat: { amount: 25_050n, currency: 'GBP' } } })
  expect(calculation).toMatchObject({ result: { prices: { gold: { source: 'demo' } } } })
})

test('errors are at the fields of the short form', () => {
  const { calculation } = calculate({ wealth: 'a lot', date: '2030-01-01', gold: '-1' })
  expect(calculation.isValid).toBe(false)
  if (!calculation.isValid)
    expect(new Set(wrongFields(calculation.refusals).map(({ field }) => field))).toEqual(
      new Set(['wealth', 'date', 'gold']),
    )
})

test('the full calculator begins with what the short form has, without empty lines', () => {
  expect(startPrecise(calculate({ wealth: '500', debts: '' }).answers)).toMatchObject({
    kinds: ['cash'],
    lines: { cash: [{ amount: '500' }] },
    step: 'person',
  })
  expect(startPrecise(calculate({ wealth: '', debts: '20' }).answers).kinds).toEqual(['within-a-year'])
})
