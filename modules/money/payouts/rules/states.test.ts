import { expect, test } from 'vitest'
import { payoutReference } from './reference.ts'
import { approvalRefusal, findCancelReason } from './approval.ts'
import { paidEntries, sentEntries } from './posting.ts'
import { findImbalances } from '#modules/money/ledger/rules/posting.ts'
import { dueDraftingDay, nextDraftingDay } from './schedule.ts'
import { isLive, payoutStates, payoutTransitions } from './states.ts'
import fc from 'fast-check'

test('a payout lives until it is cancelled or fails [payouts-7]', () => {
  expect(payoutStates.filter(isLive)).toEqual(['draft', 'approved', 'sent', 'paid'])
  for (const state of payoutStates) expect(payoutTransitions[state].length === 0).toBe(!isLive(state))
})

test('no one approves their own request, twice, or for a charity of theirs [payouts-8]', () => {
  const payout = { requestedById: 'a', approvedByIds: ['b'], isMember: false }
  expect(approvalRefusal('a', payout)).toBe('payout-own-request')
  expect(approvalRefusal('b', payout)).toBe('payout-approved-already')
  expect(approvalRefusal('c', { ...payout, isMember: true })).toBe('own-charity')
  expect(approvalRefusal('c', { ...payout, requestedById: null })).toBeUndefined()
})

test('a hold, other bank details or a debt larger than what is paid cancels a payout [payouts-8]', () => {
  const check = {
    charityHolds: [],
    bankDetailsId: 'x',
    draftBankDetailsId: 'x',
    pays: { zakat: 100n, rest: 0n },
    outside: { zakat: -100n, rest: -900n },
  }
  expect(findCancelReason(check)).toBeUndefined()
  expect(findCancelReason({ ...check, outside: { zakat: -101n, rest: 0n } })).toBe('zakat-debt')
  expect(findCancelReason({ ...check, pays: { zakat: 100n, rest: 50n } })).toBe('debt')
  expect(findCancelReason({ ...check, bankDetailsId: 'y' })).toBe('bank-details-changed')
  expect(findCancelReason({ ...check, charityHolds: [{ reason: 'set-by-staff', until: null }] })).toBe('charity-hold')
})

test('the postings of a payout balance [payouts-9]', () => {
  const sum = fc.bigInt(-500n, 500n)
  const positive = fc.bigInt(0n, 500n)
  const campaigns = fc.uniqueArray(
    fc.record({ campaignId: fc.bigInt(1n, 5n), zakat: sum, rest: sum, reserve: positive, released: positive }),
    { selector: ({ campaignId }) => campaignId },
  )
  fc.assert(
    fc.property(campaigns, (all) => {
      expect(findImbalances(sentEntries('GBP', all))).toEqual([])
      expect(findImbalances(paidEntries('GBP', 7n))).toEqual([])
    }),
  )
})

test('the worked example is posted as payout and reserve [payouts-9]', () => {
  const entries = sentEntries('USD', [{ campaignId: 3n, zakat: 0n, rest: 4825n, reserve: 482n, released: 0n }])
  expect(entries.map(({ account, meaning, amount }) => [account, meaning, amount])).toEqual([
    ['campaign_payable', 'payout', 4343n],
    ['campaign_payable', 'reserve', 482n],
    ['campaign_reserve', 'reserve', -482n],
    ['payout_in_transit', 'payout', -4343n],
  ])
})

test('drafting days are Mondays, or the first weekday of a month, from 06:00 in the charity’s zone [payouts-7]', () => {
  const zone = 'Europe/London'
  expect(dueDraftingDay('weekly', zone, new Date('2027-03-01T05:59:59Z'))).toBeUndefined()
  expect(dueDraftingDay('weekly', zone, new Date('2027-03-01T06:00:00Z'))).toBe('2027-03-01')
  expect(nextDraftingDay('weekly', zone, new Date('2027-03-01T05:00:00Z'))).toBe('2027-03-01')
  expect(nextDraftingDay('weekly', zone, new Date('2027-03-01T07:00:00Z'))).toBe('2027-03-08')
  // 1 May 2027 is a Saturday, 1 August a Sunday, 1 June a Tuesday.
  expect(nextDraftingDay('monthly', zone, new Date('2027-04-20T00:00:00Z'))).toBe('2027-05-03')
  expect(nextDraftingDay('monthly', zone, new Date('2027-05-20T00:00:00Z'))).toBe('2027-06-01')
  expect(nextDraftingDay('monthly', zone, new Date('2027-07-20T00:00:00Z'))).toBe('2027-08-02')
  expect(nextDraftingDay('none', zone, new Date('2027-03-01T07:00:00Z'))).toBeUndefined()
})

test('a reference is SB and the number, at most 15 characters [payouts-12]', () => {
  expect(payoutReference(42n)).toBe('SB42')
})
