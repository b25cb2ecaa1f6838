import { expect, test } from 'vitest'
import { declineClassOf, retriesMax } from './declines.ts'
import { nextLookupAfter } from './resolver.ts'

test.each([
  [
    'NEVER',
    'lost_card stolen_card pickup_card fraudulent incorrect_number invalid_account revocation_of_authorization revocation_of_all_authorizations stop_payment_order transaction_not_allowed restricted_card',
  ],
  ['UPDATE', 'expired_card card_not_supported incorrect_cvc new_account_information_available'],
  ['ACTION', 'authentication_required payment_intent_authentication_failure'],
  [
    'SOFT',
    'insufficient_funds card_velocity_exceeded withdrawal_count_limit_exceeded try_again_later issuer_not_available processing_error reenter_transaction call_issuer generic_decline do_not_honor',
  ],
])('after %s codes: what the card schemes allow (trust.md 1.4)', (name, codes) => {
  expect(codes.split(' ').map((code) => declineClassOf(code))).toEqual(codes.split(' ').map(() => name))
})

test('a scheme that says never is obeyed, whatever the provider calls it', () => {
  for (const mastercardAdvice of ['03', '21']) expect(declineClassOf('insufficient_funds', { mastercardAdvice })).toBe('NEVER')
  for (const visaResponse of ['04', '07', '12', '14', '15', '41', '43', '46', '57', 'R0', 'R1', 'R3'])
    expect(declineClassOf('generic_decline', { visaResponse })).toBe('NEVER')
  expect(declineClassOf('insufficient_funds', { mastercardAdvice: '24', visaResponse: '51' })).toBe('SOFT')
})

test('a code that nobody listed may pass later, and is not the name of something else', () => {
  for (const code of ['something_else', '', 'toString', '__proto__']) expect(declineClassOf(code)).toBe('SOFT')
})

test('a stolen card is not tried again (V99)', () => {
  expect(['stolen_card', 'authentication_required', 'expired_card', 'generic_decline', 'insufficient_funds'].map((code) => retriesMax(code))).toEqual([
    0, 0, 1, 2, 4,
  ])
})

test('an unknown outcome is looked up after 5 s, 30 s, 2 min, 10 min, 1 h, then hourly for a day, then by a person (trust.md R7)', () => {
  const waits = Array.from({ length: 32 }, (_, done) => nextLookupAfter(done))
  expect(waits.slice(0, 5)).toEqual([5, 30, 120, 600, 3600])
  expect(waits.slice(5, 29)).toEqual(Array(24).fill(3600))
  expect(waits.slice(29)).toEqual([undefined, undefined, undefined])
})
