import { expect, test } from 'vitest'
import { type OpenPayout, reasonsAgainst, sortOpenPayouts } from './drafts.ts'

const payout = (over: Partial<OpenPayout> = {}): OpenPayout => ({
  id: '1',
  reference: 'SB1',
  kind: 'payout',
  state: 'draft',
  currency: 'GBP',
  total: 9000,
  zakat: 0,
  rest: 10_000,
  reserve: 1000,
  released: 0,
  lastFour: '6819',
  draftedAt: '2026-03-01T06:00:00.000Z',
  sentAt: null,
  paidOn: null,
  endedAt: null,
  reason: '',
  charity: { id: '7', name: 'Umeed Trust' },
  approvals: 0,
  canApprove: true,
  refusal: null,
  wouldCancel: null,
  holds: [],
  hasPrintableName: true,
  format: 'csv',
  ...over,
})

test.each<[string, Partial<OpenPayout>, string[]]>([
  ['nothing against it', {}, []],
  [
    'a hold of the charity, with its reason',
    { wouldCancel: 'charity-hold', holds: [{ reason: 'not-verified', until: null }] },
    ['why-charity-hold', 'hold-not-verified'],
  ],
  ['a debt', { wouldCancel: 'zakat-debt' }, ['why-zakat-debt']],
  ['a name that banks can’t print', { hasPrintableName: false }, ['why-name']],
  ['the person’s own request', { canApprove: false, refusal: 'payout-own-request' }, ['why-own-request']],
  ['the person’s own charity', { canApprove: false, refusal: 'own-charity' }, ['why-own-charity']],
  ['an approved payout, which no one approves again', { state: 'approved', refusal: 'payout-decided' }, []],
])('%s', (_, over, reasons) => {
  expect(reasonsAgainst(payout(over))).toEqual(reasons.map((reason) => `staff-payouts.${reason}`))
})

test('drafts to approve, drafts that would be refused and approved payouts are apart', () => {
  const open = [
    payout({ id: 'ready' }),
    payout({ id: 'refused', wouldCancel: 'debt' }),
    payout({ id: 'approved', state: 'approved', refusal: 'payout-decided' }),
  ]
  const sorted = sortOpenPayouts(open)
  expect([sorted.ready, sorted.refused, sorted.approved].map((list) => list.map(({ id }) => id))).toEqual([
    ['ready'],
    ['refused'],
    ['approved'],
  ])
})
