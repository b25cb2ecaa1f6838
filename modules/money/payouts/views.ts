import type { z } from 'zod'
import { localDateIn } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import type { batchView, overviewView, payoutView } from './contract-views.ts'
import type { PayoutOverview } from './overview.ts'
import type { Batch } from './queries/batches.ts'
import type { Payout } from './queries/payouts.ts'
import { batchReference, payoutReference } from './rules/reference.ts'

/** Returns a payout as the API shows it. */
export const viewOfPayout = (payout: Payout): z.output<typeof payoutView> => ({
  id: payout.id,
  reference: payoutReference(payout.number),
  kind: payout.kind,
  state: payout.state,
  currency: payout.currency,
  total: payout.total,
  zakat: payout.zakat,
  rest: payout.rest,
  reserve: payout.reserve,
  released: payout.released,
  lastFour: payout.lastFour,
  draftedAt: payout.draftedAt,
  sentAt: payout.sentAt,
  paidOn: payout.paidOn,
  endedAt: payout.endedAt,
  reason: payout.reason,
})

/** Returns a batch as the API shows it. */
export const viewOfBatch = (batch: Batch): z.output<typeof batchView> => ({
  id: batch.id,
  reference: batchReference(batch.number),
  currency: batch.currency,
  format: batch.format,
  payouts: batch.payouts,
  total: batch.total,
  sha256: batch.sha256.toString('hex'),
  createdAt: batch.createdAt,
})

/** Returns a charity's money in one currency as the API shows it. */
export const viewOfOverview = (
  currency: Currency,
  overview: PayoutOverview,
  timeZone: string,
): z.output<typeof overviewView> => ({
  currency,
  free: overview.free,
  held: overview.held.map(({ kind, reason, amount, firstUntil, lastUntil }) => ({
    kind,
    reason,
    amount,
    firstUntil,
    lastUntil,
  })),
  prepared: overview.sums.prepared,
  reserve: overview.sums.reserve,
  reserves: overview.reserves.map(({ number, amount, from, isDisputed }) => ({
    reference: payoutReference(number),
    amount,
    from: localDateIn(timeZone, from),
    isDisputed,
  })),
  onItsWay: overview.sums.onItsWay,
  paid: overview.sums.paid,
  today: {
    total: overview.payable.total,
    zakat: overview.payable.zakat,
    rest: overview.payable.rest,
    reserve: overview.payable.reserve,
    released: overview.payable.released,
  },
  minimum: overview.minimum,
  reservePercent: overview.reservePercent,
  // The charity must not learn about a list (content-26).
  holds: overview.charityHolds.map(({ reason, until }) => ({
    reason: reason === 'screening-match' ? 'set-by-staff' : reason,
    until,
  })),
  canRequest:
    overview.charityHolds.length === 0 &&
    !overview.isInPreparation &&
    !overview.lacksOpening &&
    overview.payable.total > 0n,
  nextDraftOn: overview.nextDraftingDay ?? null,
})
