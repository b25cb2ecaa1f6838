import { expect, test } from 'vitest'
import { timelineOf, type TimelinePayment } from './timeline.ts'

const minute = (past: number) => new Date(Date.UTC(2026, 10, 29, 12, past)).toISOString()
type Attempt = TimelinePayment['attempts'][number]
const anAttempt = (over: Partial<Attempt>): Attempt => ({
  id: 'a',
  at: minute(0),
  state: 'SUCCEEDED',
  method: 'card',
  card: null,
  isChallenged: false,
  declineCode: null,
  declineClass: null,
  settledAt: minute(1),
  nextLookupAt: null,
  ...over,
})
type Refund = NonNullable<TimelinePayment['refunds']>[number]
const aRefund = (over: Partial<Refund>): Refund => ({
  id: 'r',
  intentId: 'i',
  state: 'succeeded',
  origin: 'staff',
  amount: 500,
  currency: 'GBP',
  reason: 'mistake',
  note: '',
  requestedBy: 'Amina Rahman',
  approvedBy: null,
  failureReason: null,
  providerRefundId: 're_1',
  createdAt: minute(5),
  settledAt: minute(6),
  evidenceDueAt: null,
  isOwn: false,
  ...over,
})
const kindsOf = (payment: TimelinePayment) => timelineOf(payment).map(({ kind }) => kind)

test('a declined attempt, a paid one with 3-D Secure, its receipt and a refund are in order of time', () => {
  const events = timelineOf({
    attempts: [
      anAttempt({ at: minute(2), settledAt: minute(3), isChallenged: true }),
      anAttempt({ state: 'DECLINED', declineClass: 'SOFT', settledAt: minute(0) }),
    ],
    refunds: [aRefund({})],
    receipts: [{ id: 'x', number: 'AB-1', kind: 'plain', issuedAt: minute(4), voidedAt: minute(6), voidReason: '' }],
  })
  expect(events.map(({ kind }) => kind)).toEqual([
    'sent',
    'declined',
    'sent',
    'challenged',
    'paid',
    'receipt',
    'refund-staff',
    'receipt-void',
    'refund-succeeded',
  ])
  expect(events[1]).toMatchObject({ declineClass: 'SOFT' })
  expect(events[6]).toMatchObject({ text: 'Amina Rahman', amount: 500 })
})

test('an attempt without an outcome ends with its request', () => {
  expect(kindsOf({ attempts: [anAttempt({ state: 'UNKNOWN', settledAt: null })] })).toEqual(['sent'])
})

test.each([
  ['succeeded', 'dispute-lost'],
  ['canceled', 'dispute-won'],
  ['failed', 'dispute-won'],
] as const)('a dispute that %s is %s', (state, kind) => {
  expect(kindsOf({ attempts: [], refunds: [aRefund({ origin: 'bank', state, requestedBy: null })] })).toEqual([
    'refund-bank',
    kind,
  ])
})

test('a refund that still waits has no end, and a request is decided once', () => {
  const request = { donationId: 'd', intentId: 'i', campaign: '', name: '', gift: 500, currency: 'GBP', reason: '' }
  expect(
    kindsOf({
      attempts: [],
      refunds: [aRefund({ state: 'proposed', settledAt: null })],
      requests: [
        { ...request, id: '1', state: 'open', note: '', createdAt: minute(1), decidedAt: null },
        { ...request, id: '2', state: 'declined', note: 'No.', createdAt: minute(2), decidedAt: minute(3) },
      ] as NonNullable<TimelinePayment['requests']>,
    }),
  ).toEqual(['refund-wanted', 'refund-wanted', 'refund-declined', 'refund-staff'])
})
