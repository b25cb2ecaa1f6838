import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { exponentOf } from '#shared/currencies.ts'
import { money, toMajor } from '#shared/money.ts'
import { zakatCategories } from '#modules/causes/campaigns/rules/zakat.ts'
import { readDistribution, type TypedDistribution } from './check-distribution.ts'

const today = localDate('2026-11-20')
const countries = ['PK', 'BD']
const complete: TypedDistribution = {
  amount: '1,250.50',
  currency: 'GBP',
  distributedOn: '2026-11-20',
  country: 'BD',
  category: 'debt',
  people: '1,200',
  description: '  Debts of forty families. ',
}
const undistributed = new Map([['GBP', 2_000_00n]] as const)
const read = (over: Partial<TypedDistribution> = {}) =>
  readDistribution({ ...complete, ...over }, { today, countries, undistributed })

test('a complete report has exact money, its day, country, category and people [zakat-19]', () => {
  expect(read()).toEqual({
    report: {
      amount: money(125_050n, 'GBP'),
      distributedOn: '2026-11-20',
      country: 'BD',
      category: 'debt',
      people: 1200,
      description: 'Debts of forty families.',
    },
  })
  expect(read({ distributedOn: ' ٢٠٢٦-٠١-٣١ ', people: '٤٠', description: '' })).toMatchObject({
    report: { distributedOn: '2026-01-31', people: 40, description: '' },
  })
})

test('each of the eight categories of recipients is accepted as itself [zakat-19]', () => {
  for (const category of zakatCategories) expect(read({ category })).toMatchObject({ report: { category } })
})

test('an amount is read to the minor unit of its currency [zakat-19]', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 12n), fc.constantFrom('GBP', 'JPY', 'KWD'), (minorUnits, currency) => {
      // Below 1,000, three decimals may be meant as thousands, which amounts-17 refuses.
      fc.pre(exponentOf(currency) < 3 || minorUnits >= 1_000_000n)
      const amount = money(minorUnits, currency)
      expect(read({ amount: toMajor(amount), currency })).toMatchObject({ report: { amount } })
    }),
  )
})

test.each<[keyof TypedDistribution, string, object]>([
  ['amount', '', { code: 'number-not-positive' }],
  ['amount', '0.00', { code: 'number-not-positive' }],
  ['amount', '-5', { code: 'number-negative' }],
  ['amount', 'ten', { code: 'number-invalid' }],
  ['amount', '1.234', { code: 'number-too-many-decimals', params: { count: 2 } }],
  ['distributedOn', '', { code: 'date-invalid' }],
  ['distributedOn', '2026-02-30', { code: 'date-invalid' }],
  ['distributedOn', '2026-11-21', { code: 'date-in-future' }],
  ['country', '', { code: 'country-missing' }],
  ['country', 'FR', { code: 'country-missing' }],
  ['category', '', { code: 'distribution-category-missing' }],
  ['category', 'Poor', { code: 'distribution-category-missing' }],
  ['people', '', { code: 'distribution-people-invalid', params: { max: 10_000_000 } }],
  ['people', '0', { code: 'distribution-people-invalid', params: { max: 10_000_000 } }],
  ['people', '2.5', { code: 'distribution-people-invalid', params: { max: 10_000_000 } }],
  ['people', 'many', { code: 'distribution-people-invalid', params: { max: 10_000_000 } }],
  ['people', '10000001', { code: 'distribution-people-invalid', params: { max: 10_000_000 } }],
  ['description', '🌙'.repeat(1001), { code: 'text-too-long', params: { max: 1000 } }],
])('refuses %s %j [zakat-19]', (field, value, fault) => {
  expect(read({ [field]: value })).toEqual({ faults: { [field]: fault } })
})

test('one person, ten million people and a description of 1,000 characters are accepted', () => {
  expect(read({ people: '1' })).toMatchObject({ report: { people: 1 } })
  expect(read({ people: '10000000' })).toMatchObject({ report: { people: 10_000_000 } })
  const description = '🌙'.repeat(1000)
  expect(read({ description: ` ${description} ` })).toMatchObject({ report: { description } })
})

test('an unknown currency is reported, and its amount is checked with any number of decimals', () => {
  expect(read({ currency: 'XXX', amount: '1.23456' })).toEqual({ faults: { currency: { code: 'currency-unknown' } } })
  expect(read({ currency: 'gbp', amount: '0' })).toEqual({
    faults: { currency: { code: 'currency-unknown' }, amount: { code: 'number-not-positive' } },
  })
})

test('an empty report names every field at once except the description', () => {
  const empty = { amount: '', currency: '', distributedOn: '', country: '', category: '', people: '', description: '' }
  expect(read(empty)).toEqual({
    faults: {
      amount: { code: 'number-not-positive' },
      currency: { code: 'currency-unknown' },
      distributedOn: { code: 'date-invalid' },
      country: { code: 'country-missing' },
      category: { code: 'distribution-category-missing' },
      people: { code: 'distribution-people-invalid', params: { max: 10_000_000 } },
    },
  })
})
