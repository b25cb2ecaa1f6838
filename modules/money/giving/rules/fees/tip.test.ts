import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, money, parseMajor, type Currency } from '#shared/money.ts'
import { chargeStep } from '../charge-step.ts'
import { parseTipPolicies, tipPolicies, tipPolicy, withoutPreselection } from './tip-policies.ts'
import { isTipAboveDonation, isTipPercent, initialTipChoice, tipOf, tipPercents } from './tip.ts'

test.each([
  ['amounts-8', '20', 'USD', 320n],
  ['amounts-8', '20.05', 'USD', 321n],
  ['amounts-8', '33.33', 'USD', 534n],
  ['amounts-8', '1010', 'JPY', 162n],
  ['amounts-8', '6.125', 'KWD', 980n],
] as const)('%s: 16 %% of %s %s is %s minor units, rounded up [S2 §9]', (_, amount, currency, minor) => {
  expect(tipOf(parseMajor(amount, currency as Currency)!, 16)).toEqual(money(minor, currency))
})

test('a tip is the smallest multiple of the charge step not below its share, in exact arithmetic [amounts-6]', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 12n),
      fc.integer({ min: 0, max: 10_000 }),
      fc.constantFrom(...currencies),
      (minor, hundredths, currency) => {
        const tip = tipOf(money(minor, currency), hundredths / 100).amount
        const step = chargeStep(currency)
        expect(tip % step).toBe(0n)
        expect(tip * 10_000n >= minor * BigInt(hundredths) && (tip - step) * 10_000n < minor * BigInt(hundredths)).toBe(
          true,
        )
      },
    ),
  )
})

test('the tip is preselected, except where the law requires a choice or the country is unknown (amounts-8)', () => {
  for (const country of ['US', 'CA', 'AE', 'PK', 'AU', 'CH', 'toString']) expect(tipPolicy(country)).toBe('preselected')
  for (const country of ['GB', 'DE', 'FR', 'IE', 'NO', 'IS', 'LI', undefined, ''])
    expect(tipPolicy(country)).toBe('ask')
  expect((['preselected', 'ask', 'zero'] as const).map(withoutPreselection)).toEqual(['ask', 'ask', 'zero'])
  expect(Object.keys(tipPolicies.countries).length).toBe(31)
  expect(tipPolicy('US', { countries: { US: 'zero' }, others: 'ask' })).toBe('zero')
  expect(tipPolicy('MY', { countries: { US: 'zero' }, others: 'ask' })).toBe('ask')
})

test('the initial tip is 16 %, a required choice, or none', () => {
  expect((['preselected', 'ask', 'zero'] as const).map((policy) => initialTipChoice(policy, false))).toEqual([
    '16',
    '',
    '0',
  ])
  expect((['preselected', 'ask', 'zero'] as const).map((policy) => initialTipChoice(policy, true))).toEqual([
    '0',
    '0',
    '0',
  ])
  expect(tipOf(money(2000n, 'USD'), Number(initialTipChoice('preselected', false)))).toEqual(money(320n, 'USD'))
})

test('"No tip" is the first choice', () => {
  expect(tipPercents).toEqual(['0', '5', '10', '16'])
  expect(['0', '16', '', 'other', '20'].map(isTipPercent)).toEqual([true, true, false, false, false])
})

test('a tip above the gift is detected', () => {
  expect([1999n, 2000n, 2001n].map((tip) => isTipAboveDonation(money(2000n, 'USD'), money(tip, 'USD')))).toEqual([
    false,
    false,
    true,
  ])
})

test('an operator’s policies override the defaults, country by country', () => {
  const policies = parseTipPolicies('GB=zero, US = ask,*=zero')!
  expect([
    tipPolicy('GB', policies),
    tipPolicy('US', policies),
    tipPolicy('FR', policies),
    tipPolicy('TR', policies),
    tipPolicy(undefined, policies),
  ]).toEqual(['zero', 'ask', 'ask', 'zero', 'zero'])
  expect(parseTipPolicies('')).toEqual(tipPolicies)
  for (const wrong of ['GB', 'gb=ask', 'GB=maybe', 'GBR=ask', 'GB=ask;US=ask'])
    expect(parseTipPolicies(wrong)).toBeUndefined()
})
