import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { calculate, checkAnswers, emptyAnswers, toInput } from './answers.ts'
import { type Prices, pricesToAgree } from './prices.ts'

const today = localDate('2026-11-26')
const prices: Prices = {
  gold: { perGram: '100.0000', day: '2026-09-29', source: 'bundled', age: 'confirm' },
  silver: { perGram: '1.2000', day: '2026-11-26', source: 'bundled', age: 'fresh' },
  rates: {},
}
const answers = emptyAnswers('USD', today)
const check = (change: Partial<typeof answers>) => {
  const changed = { ...answers, ...change }
  return checkAnswers(changed, prices, calculate(changed, prices))
}

test('uses prices older than a week only if the donor agrees or types others [zakat-13]', () => {
  expect(pricesToAgree(answers, prices)).toBe('2026-09-29')
  expect(check({})).toMatchObject({ isValid: false, refusals: [{ path: 'prices', code: 'prices-not-agreed' }] })
  expect(check({ agreedPrices: '2026-09-29' })).toMatchObject({ isValid: true })
  expect(check({ gold: '101' })).toMatchObject({ isValid: true })
  expect(check({ agreedPrices: '2026-08-01' }).isValid).toBe(false)
})

test('calculates zakat for an earlier date, but not for a future one', () => {
  const agreed = { agreedPrices: '2026-09-29' }
  expect(toInput({ ...answers, zakatDate: '2025-03-01' }, prices).date).toBe('2025-03-01')
  expect(check({ ...agreed, zakatDate: '2025-03-01' }).isValid).toBe(true)
  expect(check({ ...agreed, zakatDate: '2026-11-27' })).toMatchObject({
    isValid: false,
    refusals: [{ path: 'date', code: 'date-in-future' }],
  })
})

test('an unchanged list has its first option as answer', () => {
  const typed = {
    ...answers,
    kinds: ['uk-pension', 'gold'],
    lines: { 'uk-pension': [{ amount: '2000' }], gold: [{ grams: '5' }] },
  }
  expect(toInput(typed, prices).assets).toEqual([
    { kind: 'gold', use: 'stored', wornBy: 'woman', grams: '5' },
    { kind: 'uk-pension', fund: 'equity', amount: '2000' },
  ])
  expect(calculate(typed, prices).isValid).toBe(true)
})
