import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, money } from '#shared/money.ts'
import { toProviderAmount, toProviderCurrency } from './amounts.ts'
import { declinedBy, fromProvider, toSavedCard, lookupOf, outcomeOf } from './map.ts'

test.each([
  ['GBP', 2320n, 2320],
  ['JPY', 500n, 500],
  ['KWD', 5120n, 5120],
  ['UGX', 70_000n, 7_000_000],
] as const)('%s goes to the provider in the units it counts in', (currency, amount, sent) => {
  expect(toProviderAmount(money(amount, currency))).toBe(sent)
  expect(toProviderCurrency(currency)).toBe(currency.toLowerCase())
  expect(fromProvider(sent, toProviderCurrency(currency))).toEqual(money(amount, currency))
})

test('an amount in any currency survives the round trip to the provider', () => {
  fc.assert(
    fc.property(fc.constantFrom(...currencies), fc.bigInt(0n, 99_999_999n), (currency, amount) => {
      const moneyInput = money(amount, currency)
      expect(fromProvider(toProviderAmount(moneyInput), toProviderCurrency(currency))).toEqual(moneyInput)
    }),
  )
})

test('an amount one hundredth too high never equals the agreed amount', () => {
  expect(fromProvider(7_000_001, 'ugx')).not.toEqual(money(70_000n, 'UGX'))
})

test('the card scheme’s decline code is stored with the provider’s', () => {
  const card = (brand: string) => ({ card: { brand, last4: '4444' } }) as never
  const no = { code: 'card_declined', decline_code: 'generic_decline' }
  expect(declinedBy({ ...no, network_advice_code: '03', payment_method: card('mastercard') })).toMatchObject({
    code: 'generic_decline mastercard_03',
    declineClass: 'NEVER',
  })
  expect(declinedBy({ ...no, network_decline_code: 'R1', payment_method: card('visa') })).toMatchObject({
    code: 'generic_decline visa_R1',
    declineClass: 'NEVER',
  })
  expect(declinedBy({ ...no, network_decline_code: '51', payment_method: card('visa') })).toMatchObject({
    code: 'generic_decline',
    declineClass: 'SOFT',
  })
  expect(declinedBy(no)).toMatchObject({ code: 'generic_decline', declineClass: 'SOFT' })
})

/** A payment of £23.20 as Stripe returns it, with a fee of 69 pence; `over` replaces parts of it. */
const intent = (over: object = {}, charge: object = {}) =>
  ({
    id: 'pi_1',
    status: 'succeeded',
    amount: 2320,
    amount_received: 2320,
    currency: 'gbp',
    customer: null,
    payment_method: 'pm_1',
    setup_future_usage: null,
    latest_charge: {
      id: 'ch_1',
      balance_transaction: { fee: 69, currency: 'gbp' },
      payment_method_details: {
        card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030, fingerprint: 'print', country: 'GB' },
      },
      ...charge,
    },
    ...over,
  }) as never

test('a successful payment has its amount, its fee in the same currency, and the card data that we store', () => {
  expect(lookupOf(intent({ amount: 9999 }))).toEqual({
    kind: 'settled',
    outcome: {
      kind: 'succeeded',
      chargeId: 'ch_1',
      amount: 2320n,
      currency: 'GBP',
      fee: 69n,
      card: { brand: 'visa', last4: '4242', fingerprint: 'print', country: 'GB' },
      printed: { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2030 },
    },
  })
  // There is no fee if Stripe pays out in another currency, doesn't know the fee yet, or returns only the charge's
  // id.
  for (const charge of [
    { balance_transaction: { fee: 80, currency: 'eur' } },
    { balance_transaction: 'txn_1' },
    { balance_transaction: null },
  ])
    expect(outcomeOf(intent({}, charge))).not.toHaveProperty('fee')
  expect(outcomeOf(intent({ latest_charge: 'ch_2' }))).toEqual({
    kind: 'succeeded',
    chargeId: 'ch_2',
    amount: 2320n,
    currency: 'GBP',
  })
  expect(
    outcomeOf(
      intent(
        {},
        { payment_method_details: { card: { brand: null, last4: '4242', fingerprint: null, country: null } } },
      ),
    ),
  ).toMatchObject({
    card: { brand: 'card', last4: '4242' },
  })
})

test('a success without a charge is unknown, never paid', () => {
  expect(outcomeOf(intent({ latest_charge: null }))).toMatchObject({ kind: 'unknown' })
})

test('a card is saved with all its data if requested and if there is a customer', () => {
  const savedCard = {
    method: 'pm_1',
    customerId: 'cus_1',
    brand: 'visa',
    last4: '4242',
    expMonth: 4,
    expYear: 2030,
    fingerprint: 'print',
    country: 'GB',
  }
  expect(outcomeOf(intent({ setup_future_usage: 'off_session', customer: 'cus_1' }))).toMatchObject({ savedCard })
  expect(
    outcomeOf(intent({ setup_future_usage: 'off_session', customer: { id: 'cus_1' }, payment_method: { id: 'pm_1' } })),
  ).toMatchObject({ savedCard })
  for (const over of [
    { customer: 'cus_1' },
    { setup_future_usage: 'off_session' },
    { setup_future_usage: 'on_session', customer: 'cus_1' },
  ])
    expect(outcomeOf(intent(over))).not.toHaveProperty('savedCard')
  const card = { brand: null, last4: '4242', exp_month: 4, exp_year: 2030 }
  expect(toSavedCard({ id: 'pm_1', card, customer: 'cus_1' })).toEqual({
    method: 'pm_1',
    customerId: 'cus_1',
    brand: 'card',
    last4: '4242',
    expMonth: 4,
    expYear: 2030,
  })
  for (const lacking of ['last4', 'exp_month', 'exp_year'])
    expect(toSavedCard({ id: 'pm_1', card: { ...card, [lacking]: null }, customer: 'cus_1' })).toBeUndefined()
  expect(toSavedCard({ id: undefined, card, customer: 'cus_1' })).toBeUndefined()
  expect(toSavedCard({ id: 'pm_1', card: null, customer: 'cus_1' })).toBeUndefined()
})

test('each payment status has one meaning, and an unknown status leaves the outcome open', () => {
  const url = 'https://bank.example/ask'
  const error = {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    payment_method: { card: { brand: 'visa', last4: '0002', fingerprint: 'print' } },
  }
  const request = { next_action: { redirect_to_url: { url } }, client_secret: 'secret' }
  const declined = {
    kind: 'declined',
    code: 'insufficient_funds',
    declineClass: 'SOFT',
    card: { brand: 'visa', last4: '0002', fingerprint: 'print' },
  }
  expect(lookupOf(intent({ status: 'processing' }))).toEqual({ kind: 'settled', outcome: { kind: 'processing' } })
  expect(lookupOf(intent({ status: 'requires_action', ...request }))).toEqual({
    kind: 'settled',
    outcome: { kind: 'challenge', url, clientSecret: 'secret' },
  })
  expect(lookupOf(intent({ status: 'requires_action', next_action: null }))).toEqual({
    kind: 'settled',
    outcome: { kind: 'challenge', url: '' },
  })
  expect(lookupOf(intent({ status: 'requires_payment_method', last_payment_error: error }))).toEqual({
    kind: 'settled',
    outcome: declined,
  })
  expect(lookupOf(intent({ status: 'requires_payment_method', last_payment_error: null }))).toEqual({
    kind: 'unconfirmed',
  })
  expect(lookupOf(intent({ status: 'requires_confirmation' }))).toEqual({ kind: 'unconfirmed' })
  expect(lookupOf(intent({ status: 'canceled' }))).toEqual({ kind: 'cancelled' })
  expect(lookupOf(intent({ status: 'requires_capture' }))).toMatchObject({
    kind: 'settled',
    outcome: { kind: 'unknown' },
  })
  for (const status of ['requires_confirmation', 'canceled', 'requires_payment_method'])
    expect(outcomeOf(intent({ status, last_payment_error: null }))).toMatchObject({ kind: 'unknown' })
})

test('a decline without a card decline code has the provider’s own code', () => {
  expect(declinedBy({ code: 'payment_intent_authentication_failure', decline_code: 'other' })).toEqual({
    kind: 'declined',
    code: 'payment_intent_authentication_failure',
    declineClass: 'ACTION',
  })
  expect(
    [declinedBy({ code: 'card_declined' }), declinedBy({})].map(
      (outcome) => outcome.kind === 'declined' && outcome.code,
    ),
  ).toEqual(['generic_decline', 'generic_decline'])
})

test('a bank account that needs micro-deposits counts as unconfirmed, so the look-up cancels it [payments-26]', () => {
  const next_action = { type: 'verify_with_microdeposits' }
  expect(lookupOf(intent({ status: 'requires_action', next_action }))).toEqual({ kind: 'unconfirmed' })
})

test('a bank debit reports when its bank paid, and from which account', () => {
  const paid = intent(
    {},
    {
      payment_method_details: { us_bank_account: { last4: '6789', fingerprint: 'fp' } },
      balance_transaction: { currency: 'gbp', fee: 80, created: 1_795_000_000 },
    },
  )
  expect(outcomeOf(paid)).toMatchObject({
    kind: 'succeeded',
    card: { brand: 'bank', last4: '6789', fingerprint: 'fp' },
    paidAt: new Date(1_795_000_000_000),
  })
  expect(outcomeOf(intent())).not.toHaveProperty('paidAt')
})
