import { expect, test } from 'vitest'
import { compare, currencies, exponentOf, toMajor } from '#shared/money.ts'
import { defaultAmount, isWithinMaximum, maximumAmount, minimumAmount, quickAmounts, readAmount } from './amounts.ts'
import { feeFor } from './fees/fee-schedules.ts'

test.each(['USD', 'GBP', 'EUR', 'CAD', 'AUD'] as const)(
  'in %s the default amount is 20, with presets of 10, 30 and 50 [S1 §9] [S2 §9]',
  (currency) => {
    expect(toMajor(defaultAmount(currency))).toBe('20.00')
    expect(quickAmounts(currency).map(toMajor)).toEqual(['10.00', '30.00', '50.00'])
    expect(toMajor(minimumAmount(currency))).toBe('1.00')
    expect(toMajor(maximumAmount(currency))).toBe('25000.00')
  },
)

test('every currency suggests round whole amounts in ascending order', () => {
  for (const currency of currencies) {
    const [first, second, third] = quickAmounts(currency)
    const whole = 10n ** BigInt(exponentOf(currency))
    expect(quickAmounts(currency).length).toBe(3)
    for (const amount of [first!, second!, third!, defaultAmount(currency)]) expect(amount.amount % whole).toBe(0n)
    expect([
      compare(minimumAmount(currency), first!),
      compare(first!, second!),
      compare(second!, third!),
      compare(defaultAmount(currency), third!),
    ]).toEqual([-1, -1, -1, -1])
    expect(compare(first!, defaultAmount(currency))).toBe(-1)
    expect(compare(third!, maximumAmount(currency))).toBe(-1)
  }
})

test('the tables agree on values: a fixed fee of 0.30 is a fifth to a half of the minimum donation', () => {
  const odd = currencies.filter((currency) => {
    const [fee, least] = [feeFor('card', currency).fixed.amount, minimumAmount(currency).amount]
    return fee * 10n < least * 2n || fee * 10n > least * 5n
  })
  expect(odd).toEqual([])
})

test('an amount on the wire is parsed or has a fault (amounts-1)', () => {
  expect(readAmount('20.5', 'USD').money?.amount).toBe(2050n)
  expect(readAmount('20.5', 'JPY').fault).toEqual({ code: 'too-many-decimals', params: { currency: 'JPY', count: 0 } })
  expect(readAmount('1.2345', 'KWD').fault).toEqual({
    code: 'too-many-decimals',
    params: { currency: 'KWD', count: 3 },
  })
  for (const text of ['', '-20', 'NaN', '1e309', '20,5', '9'.repeat(20), 'twenty'])
    expect(readAmount(text, 'USD').fault).toEqual({ code: 'amount-invalid' })
})

test('an amount with too many decimals has another fault than an invalid one', () => {
  const code = (text: string) => readAmount(text, 'GBP').fault?.code
  expect(['1.234', '123456789012345.678'].map(code)).toEqual(['too-many-decimals', 'too-many-decimals'])
  expect(['x1.234', '1.234x', '1.', '.234', '1234567890123456.789', '-1.234'].map(code)).toEqual(
    Array(6).fill('amount-invalid'),
  )
})

test('the largest single donation is within the maximum, and a larger amount or other text isn’t', () => {
  expect(['25000', '25001', 'x', ''].map((whole) => isWithinMaximum(whole, 'GBP'))).toEqual([true, false, false, false])
})
