import { expect, test } from 'vitest'
import {
  declineClassOf,
  declineCodeOf,
  isBankDecline,
  isProviderRefusal,
  maxRetriesAfter,
  providerCodeOf,
  refusalCodeOf,
  requiredWaitMs,
} from './declines.ts'
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
])('after %s codes: what the card schemes allow (payments-15)', (name, codes) => {
  expect(codes.split(' ').map((code) => declineClassOf(code))).toEqual(codes.split(' ').map(() => name))
})

test('a card scheme’s “never” and waiting time override the provider’s code, which stays readable', () => {
  const mastercard = (adviceCode: string) => declineCodeOf('insufficient_funds', { brand: 'mastercard', adviceCode })
  const visa = (responseCode: string) => declineCodeOf('generic_decline', { brand: 'visa', responseCode })
  for (const declineCode of [
    ...['03', '21'].map(mastercard),
    ...['04', '07', '12', '14', '15', '41', '43', '46', '57', 'R0', 'R1', 'R3'].map(visa),
  ])
    expect([declineCode, declineClassOf(declineCode), maxRetriesAfter(declineCode)]).toEqual([declineCode, 'NEVER', 0])
  expect(mastercard('03')).toBe('insufficient_funds mastercard_03')
  expect(providerCodeOf(visa('R1'))).toBe('generic_decline')
  expect(
    ['24', '25', '26', '27', '28', '29', '30'].map((code) => requiredWaitMs(mastercard(code)) / 3_600_000),
  ).toEqual([1, 24, 48, 96, 144, 192, 240])
  expect([
    declineClassOf(mastercard('24')),
    maxRetriesAfter(mastercard('24')),
    requiredWaitMs('insufficient_funds'),
  ]).toEqual(['SOFT', 4, 0])
  // Advice without a meaning is dropped, and so is the other scheme's advice.
  for (const advice of [
    { brand: 'visa', responseCode: '51' },
    { brand: 'visa', adviceCode: '03' },
    { brand: 'mastercard', responseCode: '04' },
    {},
  ])
    expect(declineCodeOf('do_not_honor', advice)).toBe('do_not_honor')
})

test('an unlisted code can be retried later, even if it is a property name of every object', () => {
  for (const code of ['something_else', '', 'toString', '__proto__']) expect(declineClassOf(code)).toBe('SOFT')
})

test('a stolen card is never retried (payments-15)', () => {
  expect(
    ['stolen_card', 'authentication_required', 'expired_card', 'generic_decline', 'insufficient_funds'].map((code) =>
      maxRetriesAfter(code),
    ),
  ).toEqual([0, 0, 1, 2, 4])
})

test('look-ups follow after 5 s, 30 s, 2 min, 10 min, 1 h, hourly for a day, then a review (payments-4)', () => {
  const waits = Array.from({ length: 32 }, (_, done) => nextLookupAfter(done))
  expect(waits.slice(0, 5)).toEqual([5, 30, 120, 600, 3600])
  expect(waits.slice(5, 29)).toEqual(Array(24).fill(3600))
  expect(waits.slice(29)).toEqual([undefined, undefined, undefined])
})

test("one card scheme's codes mean nothing under the other's name", () => {
  expect(
    [
      'generic_decline visa_03',
      'generic_decline visa_21',
      'generic_decline mastercard_R1',
      'generic_decline mastercard_04',
    ].map(declineClassOf),
  ).toEqual(Array(4).fill('SOFT'))
  expect([requiredWaitMs('generic_decline visa_24'), requiredWaitMs('generic_decline visa_25')]).toEqual([0, 0])
})

test('a refusal of the provider keeps its code and isn’t a decline (payments-4)', () => {
  expect(refusalCodeOf('amount_too_small')).toBe('payment_refused amount_too_small')
  expect(['payment_refused amount_too_small', 'payment_refused'].map(isProviderRefusal)).toEqual([true, true])
  expect(['generic_decline', 'generic_decline visa_R1', null].map(isProviderRefusal)).toEqual([false, false, false])
})

test('a bank answered unless the code is ours or of the provider’s own checks (payments-8)', () => {
  expect(['insufficient_funds', 'expired_card', 'something_else'].map(isBankDecline)).toEqual([true, true, true])
  // A card scheme reports its code only after the bank's answer.
  expect(isBankDecline('fraudulent visa_R1')).toBe(true)
  expect(
    ['card_removed', 'never-confirmed', 'processing_error', 'incorrect_number', 'fraudulent', 'not_a_card'].map(
      isBankDecline,
    ),
  ).toEqual(Array(6).fill(false))
})
