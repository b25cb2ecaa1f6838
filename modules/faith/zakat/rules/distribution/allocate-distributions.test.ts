import { addDays } from '#shared/date-arithmetic.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { allocateFirstInFirstOut, type ZakatOutflow, type ZakatReceipt } from './allocate-distributions.ts'
import { distributionDeadlines } from './distribution-deadlines.ts'

const day = localDate
const receipt = (donationId: string, receivedOn: string, amount: bigint, refunded = 0n): ZakatReceipt => ({
  donationId,
  receivedOn: day(receivedOn),
  amount,
  refunded,
})
const outflow = (id: string, date: string, amount: bigint): ZakatOutflow => ({ id, date: day(date), amount })
const today = day('2026-11-20')

test('the first donation received is the first distributed, exact to the minor unit [zakat-19]', () => {
  const { donations, unallocatedDistributions } = allocateFirstInFirstOut(
    [receipt('c', '2026-09-03', 3333n), receipt('a', '2026-09-01', 5000n), receipt('b', '2026-09-02', 2500n)],
    [outflow('payout', '2026-10-01', 9000n)],
    [outflow('first', '2026-10-05', 6001n), outflow('second', '2026-10-06', 1n)],
    today,
  )
  expect(donations).toEqual([
    {
      donationId: 'a',
      received: 5000n,
      paid: 5000n,
      distributed: 5000n,
      late: 0n,
      status: 'distributed',
      distributions: [{ id: 'first', amount: 5000n }],
    },
    {
      donationId: 'b',
      received: 2500n,
      paid: 2500n,
      distributed: 1002n,
      late: 0n,
      status: 'paid',
      distributions: [
        { id: 'first', amount: 1001n },
        { id: 'second', amount: 1n },
      ],
    },
    { donationId: 'c', received: 3333n, paid: 1500n, distributed: 0n, late: 0n, status: 'received', distributions: [] },
  ])
  expect(unallocatedDistributions).toEqual([])
})

test('what was refunded moves on to the next donation [zakat-19]', () => {
  const { donations } = allocateFirstInFirstOut(
    [
      receipt('a', '2026-09-01', 5000n, 2000n),
      receipt('b', '2026-09-02', 5000n, 5000n),
      receipt('c', '2026-09-02', 5000n),
    ],
    [],
    [outflow('first', '2026-10-05', 4000n)],
    today,
  )
  expect(donations.map(({ received, distributed, status }) => [received, distributed, status])).toEqual([
    [3000n, 3000n, 'distributed'],
    [0n, 0n, 'refunded'],
    [5000n, 1000n, 'received'],
  ])
})

test('a distribution is matched only with donations received by its day [zakat-19]', () => {
  const { donations, unallocatedDistributions } = allocateFirstInFirstOut(
    [receipt('a', '2026-09-01', 5000n), receipt('b', '2026-10-06', 5000n)],
    [],
    [outflow('first', '2026-10-05', 6000n), outflow('second', '2026-10-06', 500n)],
    today,
  )
  expect(donations.map(({ distributed }) => distributed)).toEqual([5000n, 500n])
  expect(unallocatedDistributions).toEqual([{ id: 'first', amount: 1000n }])
})

test('the charity is reminded after nine and eleven Hijri months, and late after twelve [zakat-19]', () => {
  // 1 Ramadan 1447, and the first days of Jumada al-Akhirah, Sha‘ban and Ramadan 1448.
  expect(distributionDeadlines(day('2026-02-18'))).toEqual({
    reminders: ['2026-11-11', '2027-01-09'],
    lateFrom: '2027-02-08',
  })
  expect(distributionDeadlines(day('2026-03-19')).lateFrom).toBe('2027-03-08')
})

test('what is not distributed is late from the day twelve Hijri months after receipt [zakat-19]', () => {
  const late = (now: string) =>
    allocateFirstInFirstOut(
      [receipt('a', '2026-02-18', 5000n)],
      [],
      [outflow('first', '2026-03-01', 1200n)],
      day(now),
    ).donations.map((donation) => donation.late)
  expect([late('2027-02-07'), late('2027-02-08')]).toEqual([[0n], [3800n]])
})

test('no money is lost or counted twice [zakat-19]', () => {
  const amount = fc.bigInt(0n, 10_000n)
  const date = fc.integer({ min: 0, max: 400 }).map((days) => addDays(day('2025-09-01'), days))
  const receipts = fc.array(fc.record({ donationId: fc.uuid(), receivedOn: date, amount, refunded: amount }))
  const outflows = fc.array(fc.record({ id: fc.uuid(), date, amount }))
  fc.assert(
    fc.property(receipts, outflows, outflows, (received, payouts, distributions) => {
      const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)
      const result = allocateFirstInFirstOut(received, payouts, distributions, today)
      const { donations } = result
      const amounts = (parts: readonly { amount: bigint }[]) => sum(parts.map((part) => part.amount))
      expect(sum(donations.map(({ paid }) => paid)) + amounts(result.unallocatedPayouts)).toBe(amounts(payouts))
      expect(sum(donations.map(({ distributed }) => distributed)) + amounts(result.unallocatedDistributions)).toBe(
        amounts(distributions),
      )
      for (const donation of donations) {
        expect(donation.paid >= 0n && donation.paid <= donation.received).toBe(true)
        expect(donation.distributed >= 0n && donation.distributed <= donation.received).toBe(true)
        expect(amounts(donation.distributions)).toBe(donation.distributed)
        expect(donation.late === 0n || donation.late === donation.received - donation.distributed).toBe(true)
      }
    }),
  )
})
