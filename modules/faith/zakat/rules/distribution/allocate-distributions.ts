import type { LocalDate } from '#shared/calendar.ts'
import { ascending } from '#shared/collections.ts'
import { distributionDeadlines } from './distribution-deadlines.ts'

/** The zakat of one donation. All amounts are minor units of one fundraiser and currency. */
export type ZakatReceipt = {
  readonly donationId: string
  readonly receivedOn: LocalDate
  readonly amount: bigint
  /** The amount refunded so far. */
  readonly refunded: bigint
}

/** A payout to the charity, or a distribution it reported. */
export type ZakatOutflow = { readonly id: string; readonly date: LocalDate; readonly amount: bigint }

type OutflowPart = { readonly id: string; readonly amount: bigint }
type DonationDistribution = {
  readonly donationId: string
  /** The zakat received minus refunds. */
  readonly received: bigint
  readonly paid: bigint
  readonly distributed: bigint
  /** The amount not distributed after twelve Hijri months. */
  readonly late: bigint
  /** The overall status. */
  readonly status: 'refunded' | 'received' | 'paid' | 'distributed'
  readonly distributions: readonly OutflowPart[]
}

export type ZakatAllocation = {
  /** In the order of receipt. */
  readonly donations: readonly DonationDistribution[]
  /** Parts of payouts and distributions that match no donation received by their date. */
  readonly unallocatedPayouts: readonly OutflowPart[]
  readonly unallocatedDistributions: readonly OutflowPart[]
}

type Held = { readonly donationId: string; readonly receivedOn: LocalDate; readonly received: bigint }

/**
 * Computes how much of each donation's zakat was paid to the charity and distributed: first in, first out, and only
 * with donations received by the day of the payout or distribution (zakat-19). Receipts of the same day keep their
 * order. Allocated and unallocated parts always sum to the payouts, and to the distributions.
 */
export function allocateFirstInFirstOut(
  receipts: readonly ZakatReceipt[],
  payouts: readonly ZakatOutflow[],
  distributions: readonly ZakatOutflow[],
  today: LocalDate,
): ZakatAllocation {
  const held = receipts
    .toSorted((a, b) => ascending(a.receivedOn, b.receivedOn))
    .map(({ donationId, receivedOn, amount, refunded }): Held => {
      const received = amount > refunded ? amount - refunded : 0n
      return { donationId, receivedOn, received }
    })
  const paidOut = match(held, payouts)
  const distributed = match(held, distributions)
  return {
    donations: held.map(({ donationId, receivedOn, received }, index) => {
      const parts = distributed.parts[index] ?? []
      const sums = { received, paid: sumOfParts(paidOut.parts[index] ?? []), distributed: sumOfParts(parts) }
      const isLate = distributionDeadlines(receivedOn).lateFrom <= today
      return {
        donationId,
        ...sums,
        late: isLate ? received - sums.distributed : 0n,
        status: statusOf(sums),
        distributions: parts,
      }
    }),
    unallocatedPayouts: paidOut.unallocated,
    unallocatedDistributions: distributed.unallocated,
  }
}

/** Matches outflows, the earliest first, with the donations that were received by then. */
function match(held: readonly Held[], outflows: readonly ZakatOutflow[]) {
  const remainder = held.map(({ received }) => received)
  const parts = held.map((): OutflowPart[] => [])
  const unallocated: OutflowPart[] = []
  let index = 0
  for (const { id, date, amount } of outflows.toSorted((a, b) => ascending(a.date, b.date))) {
    let open = amount
    for (let donation = held[index]; open > 0n && donation && donation.receivedOn <= date; donation = held[index]) {
      const available = remainder[index] ?? 0n
      const taken = available < open ? available : open
      if (taken > 0n) parts[index]?.push({ id, amount: taken })
      open -= taken
      remainder[index] = available - taken
      if (remainder[index] === 0n) index += 1
    }
    if (open > 0n) unallocated.push({ id, amount: open })
  }
  return { parts, unallocated }
}

const sumOfParts = (parts: readonly OutflowPart[]): bigint => parts.reduce((sum, { amount }) => sum + amount, 0n)

function statusOf({
  received,
  paid,
  distributed,
}: Pick<DonationDistribution, 'received' | 'paid' | 'distributed'>): DonationDistribution['status'] {
  if (received === 0n) return 'refunded'
  if (distributed === received) return 'distributed'
  return paid === received ? 'paid' : 'received'
}
