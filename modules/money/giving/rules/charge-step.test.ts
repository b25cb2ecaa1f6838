import { expect, test } from 'vitest'
import { money } from '#shared/money.ts'
import { chargeStep, checkStep, roundUpToStep } from './charge-step.ts'

test('currencies with three decimals are charged in steps of ten, all others in single units', () => {
  expect([chargeStep('KWD'), chargeStep('GBP'), chargeStep('JPY')]).toEqual([10n, 1n, 1n])
  expect([5120n, 5121n, 5129n, 5130n].map((amount) => roundUpToStep(money(amount, 'KWD')).amount)).toEqual([
    5120n,
    5130n,
    5130n,
    5130n,
  ])
})

test('a typed amount off the step is refused with the step and the next valid amount', () => {
  expect([checkStep(money(5120n, 'KWD')), checkStep(money(5125n, 'GBP'))]).toEqual([undefined, undefined])
  expect(checkStep(money(5125n, 'KWD'))).toEqual({
    code: 'amount-off-step',
    params: { currency: 'KWD', step: '0.010', amount: '5.130' },
  })
})
