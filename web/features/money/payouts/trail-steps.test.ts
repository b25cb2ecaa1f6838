import { expect, test } from 'vitest'
import type { TrailView } from '#modules/money/payouts/contract.ts'
import { trailSteps } from './trail-steps.ts'
import type { Json } from '#shared/wire/json.ts'

const trail: Json<TrailView> = {
  donationId: 'd-1',
  currency: 'GBP',
  charity: 'Mosque',
  campaign: 'Winter',
  givenOn: '2026-02-01',
  gift: 5_000,
  zakat: 0,
  coveredFee: 0,
  processingFee: 145,
  feeBearer: 'charity',
  heldUntil: '2026-02-08T10:00:00Z',
  isHeld: true,
  payouts: [],
  returned: 0,
}
const payout = {
  reference: 'SB9',
  state: 'draft',
  amount: 4_855,
  draftedOn: '2026-03-02',
  sentOn: null,
  paidOn: null,
} as const
const free = { ...trail, isHeld: false, heldUntil: null }
const stepsOf = (view: Json<TrailView>) => trailSteps(view, 'en').map(({ state, text, date }) => [state, text, date])
const last = (view: Json<TrailView>) => stepsOf(view).at(-1)

test('a new donation is on hold until a date, and later in a payout', () => {
  expect(stepsOf(trail)).toEqual([
    ['done', 'given-text', '1 February 2026'],
    ['done', 'fee-charity', ''],
    ['current', 'hold-until', '8 February 2026'],
    ['later', 'payout-later', ''],
    ['later', 'paid-later', ''],
  ])
})

test('a disputed donation is on hold without a known end', () => {
  expect(stepsOf({ ...trail, heldUntil: null })[2]).toEqual(['current', 'hold-open', ''])
})

test('a free donation waits for the next payout', () => {
  expect(stepsOf(free).slice(2)).toEqual([
    ['done', 'hold-over', ''],
    ['current', 'payout-later', ''],
    ['later', 'paid-later', ''],
  ])
})

test('the fourth step names the payout', () => {
  const steps = trailSteps({ ...free, payouts: [payout] }, 'en')
  expect(steps[3]).toMatchObject({ state: 'done', text: 'payout-in', date: '2 March 2026', payout: 'SB9' })
})

test('the last step follows the payout: prepared, sent, paid', () => {
  expect(last({ ...free, payouts: [payout] })).toEqual(['current', 'paid-later', ''])
  const sent = { ...payout, state: 'sent', sentOn: '2026-03-03' } as const
  expect(last({ ...free, payouts: [sent] })).toEqual(['current', 'paid-sent', '3 March 2026'])
  const paid = { ...sent, state: 'paid', paidOn: '2026-03-05' } as const
  expect(last({ ...free, payouts: [paid] })).toEqual(['done', 'paid-on', '5 March 2026'])
  expect(last({ ...free, payouts: [{ ...paid, paidOn: null }] })).toEqual(['done', 'paid-text', ''])
})

test('a failed payout counts as none, and a payout that took back a refund isn’t the donation’s', () => {
  const failed = { ...payout, state: 'failed' } as const
  const refund = { ...payout, reference: 'SB12', amount: -1_000 }
  expect(stepsOf({ ...free, payouts: [failed] })[3]).toEqual(['current', 'payout-later', ''])
  expect(trailSteps({ ...free, payouts: [payout, refund] }, 'en')[3]).toMatchObject({ payout: 'SB9' })
})

test('a refunded donation isn’t paid out', () => {
  expect(stepsOf({ ...free, returned: 5_000 }).slice(3)).toEqual([
    ['none', 'refunded', ''],
    ['none', 'refunded', ''],
  ])
})
