import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, money } from '#shared/money.ts'
import { declinedBy, fromProvider, toProviderAmount, toProviderCurrency } from './map.ts'

test.each([
  ['GBP', 2320n, 2320],
  ['JPY', 500n, 500],
  ['KWD', 5120n, 5120],
  ['UGX', 70_000n, 7_000_000],
] as const)('%s goes to the provider in the units it counts in', (currency, amount, sent) => {
  expect(toProviderAmount(money(amount, currency))).toBe(sent)
  expect(fromProvider(sent, toProviderCurrency(currency))).toEqual(money(amount, currency))
})

test('an amount of any currency comes back from the provider as it went', () => {
  fc.assert(
    fc.property(fc.constantFrom(...currencies), fc.bigInt(0n, 99_999_999n), (currency, amount) => {
      const of = money(amount, currency)
      expect(fromProvider(toProviderAmount(of), toProviderCurrency(currency))).toEqual(of)
    }),
  )
})

test('a hundredth too much is never taken for what was agreed', () => {
  expect(fromProvider(7_000_001, 'ugx')).not.toEqual(money(70_000n, 'UGX'))
})

test('what the card scheme says of a decline is kept with the provider’s word', () => {
  const card = (brand: string) => ({ card: { brand, last4: '4444' } }) as never
  const no = { code: 'card_declined', decline_code: 'generic_decline' }
  expect(declinedBy({ ...no, network_advice_code: '03', payment_method: card('mastercard') })).toMatchObject({
    code: 'generic_decline mastercard_03',
    declineClass: 'NEVER',
  })
  expect(declinedBy({ ...no, network_decline_code: '51', payment_method: card('visa') })).toMatchObject({ code: 'generic_decline', declineClass: 'SOFT' })
  expect(declinedBy(no)).toMatchObject({ code: 'generic_decline', declineClass: 'SOFT' })
})
