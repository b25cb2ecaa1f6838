import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from '#shared/time.ts'
import { minimumOf, reservePercentAt } from './amounts.ts'
import { draftPayout, type DraftInput, type PayableEntry } from './draft.ts'
import type { PaymentFacts } from './holds.ts'

const instant = new Date('2027-03-01T06:00:00Z')
const before = (days: number) => new Date(instant.getTime() - days * dayMs)
const charity = {
  isVerified: true,
  hasScreeningMatch: false,
  hasStaffHold: false,
  bankDetailsId: 'bank',
  bankDetailsFrom: null,
  isClosed: false,
}
const settings = { holdDays: 7, reservePercent: 10, reserveDays: 90, minimum: 2000n }
const payment = (id: string, over: Partial<PaymentFacts> = {}): PaymentFacts => ({
  id,
  method: 'card',
  paidAt: before(30),
  isDisputed: false,
  hasOpenRequest: false,
  hasOpenRefund: false,
  ...over,
})
let lines = 0
const entry = (amount: bigint, over: Partial<PayableEntry> = {}): PayableEntry => ({
  txId: `tx-${(lines += 1)}`,
  line: 1,
  account: 'campaign_payable',
  campaignId: 1n,
  amount,
  paymentId: null,
  isCharge: false,
  isInLivePayout: false,
  ...over,
})
const draft = (over: Partial<DraftInput>) =>
  draftPayout({ entries: [], payments: [], reserves: [], charity, settings, instant, ...over })

test('the worked example pays 43.43 and keeps 4.82 in reserve [payouts-5]', () => {
  const { total, reserves, lines } = draft({
    entries: [entry(5000n, { paymentId: 'a', isCharge: true }), entry(-175n, { paymentId: 'a', isCharge: true })],
    payments: [payment('a')],
  })
  expect({ total, reserves, lines: lines.length }).toEqual({
    total: 4343n,
    reserves: [{ campaignId: 1n, amount: 482n }],
    lines: 2,
  })
})

test('a payment is free exactly when its hold ends [payouts-2]', () => {
  const totalAt = (paidAt: Date, method = 'card') =>
    draft({
      entries: [entry(9000n, { paymentId: 'a', isCharge: true })],
      payments: [payment('a', { paidAt, method })],
    }).total
  expect(totalAt(before(7))).toBe(8100n)
  expect(totalAt(new Date(before(7).getTime() + 1))).toBe(0n)
  // Paid on a Monday: 5 business days later is the next Monday, and a debit has no reserve.
  expect(totalAt(new Date('2027-02-22T06:00:00Z'), 'ach')).toBe(9000n)
  expect(totalAt(new Date('2027-02-22T06:00:01Z'), 'ach')).toBe(0n)
})

test('a refund follows its charge, and is taken during a dispute after the charge was paid out [payouts-2]', () => {
  const paidOut = entry(9000n, { paymentId: 'a', isCharge: true, isInLivePayout: true })
  const refund = entry(-1000n, { paymentId: 'a' })
  const other = entry(9000n, { paymentId: 'b', isCharge: true })
  const payments = [payment('a', { isDisputed: true }), payment('b')]
  expect(draft({ entries: [paidOut, refund, other], payments }).lines).toEqual([refund, other])
  const unpaid = { ...paidOut, isInLivePayout: false }
  expect(draft({ entries: [unpaid, refund, other], payments }).lines).toEqual([other])
  // The charge was paid out of the other account only.
  const zakatRefund = { ...refund, account: 'zakat_payable' as const }
  expect(draft({ entries: [paidOut, zakatRefund, other], payments }).lines).toEqual([other])
})

test('zakat and the rest never pay each other’s debts [payouts-6]', () => {
  const debt = entry(-500n)
  const zakat = entry(300n, { account: 'zakat_payable' })
  const one = draft({ entries: [debt, zakat] })
  expect(one).toMatchObject({ total: 300n, lines: [zakat] })
  expect(one.waitingEntries).toEqual([{ entry: debt, reasons: [{ reason: 'debt', until: null }] }])
  const two = draft({ entries: [entry(2500n), entry(-300n, { account: 'zakat_payable' })] })
  expect(two).toMatchObject({ total: 2500n, zakat: 0n })
})

test('the rest is paid from the minimum on, beside zakat or by a closed charity above 0 [payouts-6, payouts-11]', () => {
  const small = entry(1999n)
  expect(draft({ entries: [small] })).toMatchObject({
    total: 0n,
    waitingEntries: [{ reasons: [{ reason: 'below-minimum', until: null }] }],
  })
  expect(draft({ entries: [entry(2000n)] }).total).toBe(2000n)
  expect(draft({ entries: [small, entry(1n, { account: 'zakat_payable' })] }).total).toBe(2000n)
  expect(draft({ entries: [small], charity: { ...charity, isClosed: true } }).total).toBe(1999n)
  expect(draft({ entries: [entry(0n)], charity: { ...charity, isClosed: true } }).total).toBe(0n)
})

test('a reserve is released whole after its days, with the rest, unless a payment of its payout is disputed', () => {
  const reserve = { payoutId: 'p', campaignId: 1n, amount: 400n, sentAt: before(90), isDisputed: false }
  expect(draft({ entries: [entry(1700n)], reserves: [reserve] })).toMatchObject({ total: 2100n, released: 400n })
  const early = { ...reserve, sentAt: new Date(before(90).getTime() + 1) }
  expect(draft({ entries: [entry(1700n)], reserves: [early] })).toMatchObject({
    total: 0n,
    waitingReserves: [{ reasons: [{ reason: 'reserve-days', until: new Date(instant.getTime() + 1) }] }],
  })
  const disputed = { ...reserve, isDisputed: true }
  expect(draft({ entries: [entry(3000n)], reserves: [disputed] })).toMatchObject({
    total: 3000n,
    releases: [],
    waitingReserves: [{ reasons: [{ reason: 'reserve-disputed' }] }],
  })
})

test('each hold of the charity stops everything and is named with its end [payouts-3]', () => {
  const from = new Date(instant.getTime() + dayMs)
  const waiting = draft({
    entries: [entry(9000n)],
    charity: {
      isVerified: false,
      hasScreeningMatch: true,
      hasStaffHold: true,
      bankDetailsId: null,
      bankDetailsFrom: from,
      isClosed: false,
    },
  })
  expect(waiting.total).toBe(0n)
  expect(waiting.waitingEntries[0]?.reasons).toEqual([
    { reason: 'not-verified', until: null },
    { reason: 'screening-match', until: null },
    { reason: 'set-by-staff', until: null },
    { reason: 'no-bank-details', until: from },
  ])
})

test('the minimum follows the decimals of the currency, and a percentage counts from its instant on', () => {
  expect([minimumOf('GBP'), minimumOf('JPY'), minimumOf('KWD')]).toEqual([2000n, 2000n, 5000n])
  expect(minimumOf('GBP', new Map([['GBP', 1n]]))).toBe(1n)
  const set = [
    { from: before(1), percent: 0 },
    { from: before(5), percent: 50 },
  ]
  expect([before(6), before(5), before(1)].map((instant) => reservePercentAt(set, 10, instant))).toEqual([10, 50, 0])
})

const amount = fc.bigInt(-5000n, 9000n)
const anEntry = fc.record({
  account: fc.constantFrom('campaign_payable' as const, 'zakat_payable' as const),
  campaignId: fc.bigInt(1n, 3n),
  amount,
  paymentId: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null }),
  isCharge: fc.boolean(),
  isInLivePayout: fc.boolean(),
})
const aPayment = (id: string) =>
  fc
    .record({
      method: fc.constantFrom('card', 'ach'),
      days: fc.integer({ min: 0, max: 12 }),
      isDisputed: fc.boolean(),
      hasOpenRequest: fc.boolean(),
      hasOpenRefund: fc.boolean(),
    })
    .map(({ days, ...rest }): PaymentFacts => ({ id, paidAt: before(days), ...rest }))
const input = fc.record({
  entries: fc.array(anEntry, { maxLength: 20 }).map((all) => all.map((item, line) => ({ ...item, txId: 'tx', line }))),
  payments: fc.tuple(aPayment('a'), aPayment('b'), aPayment('c')),
  reserves: fc
    .array(
      fc.record({
        campaignId: fc.bigInt(1n, 3n),
        amount: fc.bigInt(1n, 900n),
        days: fc.integer({ min: 80, max: 100 }),
        isDisputed: fc.boolean(),
      }),
      { maxLength: 4 },
    )
    .map((all) => all.map(({ days, ...item }, index) => ({ ...item, payoutId: `p${index}`, sentAt: before(days) }))),
  isClosed: fc.boolean(),
  percent: fc.integer({ min: 0, max: 50 }),
})

test('everything is taken once or waits with a reason, and sums are exact [payouts-4, payouts-5]', () => {
  fc.assert(
    fc.property(input, ({ entries, payments, reserves, isClosed, percent }) => {
      const result = draft({
        entries,
        payments,
        reserves,
        charity: { ...charity, isClosed },
        settings: { ...settings, reservePercent: percent },
      })
      const outside = entries.filter(({ isInLivePayout }) => !isInLivePayout)
      expect(new Set([...result.lines, ...result.waitingEntries.map((waiting) => waiting.entry)])).toEqual(
        new Set(outside),
      )
      expect(result.lines.length + result.waitingEntries.length).toBe(outside.length)
      expect(result.releases.length + result.waitingReserves.length).toBe(reserves.length)
      for (const { reasons } of [...result.waitingEntries, ...result.waitingReserves])
        expect(reasons.length).toBeGreaterThan(0)
      const sumOf = (account: string) =>
        result.lines.filter((line) => line.account === account).reduce((sum, line) => sum + line.amount, 0n)
      expect(result.zakat).toBe(sumOf('zakat_payable'))
      expect(result.rest).toBe(sumOf('campaign_payable'))
      expect(result.total).toBe(result.zakat + result.rest - result.reserve + result.released)
      expect(result.total >= 0n).toBe(true)
      if (result.total === 0n) expect(result.lines).toEqual([])
      for (const { amount: kept } of result.reserves) expect(kept > 0n).toBe(true)
    }),
  )
})
