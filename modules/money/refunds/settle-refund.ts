import { required } from '#shared/collections.ts'
import type { Tx } from '#shared/ports.ts'
import { record } from '#modules/platform/audit/index.ts'
import {
  addRefundedAmounts,
  restoreDeclarations,
  queueRefundEvent,
  withdrawDeclarations,
} from '#modules/money/giving/index.ts'
import { findTransaction, post, reverseEntries } from '#modules/money/ledger/index.ts'
import { intentAfterRefund } from '#modules/money/payments/rules/intent.ts'
import { lockPaidIntent, moveIntent, type ProviderRefund, type RefundResult } from '#modules/money/payments/index.ts'
import { nextLookupAfter } from '#modules/money/payments/rules/resolver.ts'
import { bookDisputeFees, endDispute } from './book-dispute.ts'
import { queueForReview } from './manual-review/queue-for-review.ts'
import { postingOf } from './queries/posting-of-refund.ts'
import { addDuration, type RefundPorts, refundTimeouts } from './ports.ts'
import {
  changeRefund,
  lockRefund,
  type Refund,
  refundsOfIntent,
  sumRefunded,
  setEvidenceDueAt,
} from './queries/refunds.ts'
import { grantByRefund, lockOpenRequestsOf } from './queries/requests.ts'
import type { ReviewReason } from './rules/review-reasons.ts'
import { isAmountReserved, refundAfter, type RefundState } from './rules/states.ts'

/**
 * Records the outcome of a refund. Every process that learns of an outcome calls this (request, webhook, resolver,
 * sweep). The first call moves the refund and books it in one transaction; later calls change nothing.
 */
export async function settleRefund(ports: RefundPorts, refundId: string, answer: RefundResult): Promise<void> {
  const ended = await ports.write(async (tx) => {
    const refund = await lockRefund(tx, refundId)
    if (!refund) return undefined
    switch (answer.kind) {
      case 'unknown':
        return unknown(ports, tx, refund, answer.reason)
      case 'refused':
        return refund.state === 'requested'
          ? move(ports, tx, refund, { state: 'failed', failureReason: answer.code })
          : undefined
      case 'created':
        return recordMade(ports, tx, refund, answer.refund)
    }
  })
  if (ended)
    ports.log.error({ refundId, intentId: ended.refund.intentId, reason: ended.alarm }, 'a refund needs manual review')
}

/** An error to log after the commit. */
type Ended = { readonly refund: Refund; readonly alarm: string } | undefined

async function recordMade(ports: RefundPorts, tx: Tx, refund: Refund, providerRefund: ProviderRefund): Promise<Ended> {
  if (providerRefund.dispute) {
    await bookDisputeFees(ports, tx, refund.intentId, providerRefund.dispute.fees)
    await setEvidenceDueAt(tx, refund.id, providerRefund.dispute.dueBy ?? null)
  }
  // The provider's refund must equal the requested one, to the minor unit (payments-5).
  const isRequested =
    providerRefund.amount === refund.amount &&
    providerRefund.currency === refund.currency &&
    (refund.providerRefundId === null || refund.providerRefundId === providerRefund.refundId)
  if (!isRequested) {
    await changeRefund(tx, refund.id, { state: refund.state, nextLookupAt: null })
    return flagForReview(ports, tx, refund, {
      reason: 'other-amount',
      alarm: `the provider has ${providerRefund.refundId} of ${providerRefund.amount} ${providerRefund.currency}`,
    })
  }
  // The bank revised its decision on a lost dispute, so the refund is reversed.
  const isWonLater = refund.origin === 'bank' && refund.state === 'succeeded' && providerRefund.status === 'canceled'
  const state = refundAfter(refund.state, isWonLater ? 'failed' : providerRefund.status)
  if (state !== refund.state)
    return move(ports, tx, refund, {
      state,
      providerRefundId: providerRefund.refundId,
      failureReason: providerRefund.failureReason,
    })
  await changeRefund(tx, refund.id, {
    state,
    ...(refund.state === 'proposed' ? {} : { providerRefundId: providerRefund.refundId }),
    nextLookupAt: nextLookUp(ports, { ...refund, state }),
  })
  return providerRefund.status === 'succeeded' && !isAmountReserved(state)
    ? flagForReview(ports, tx, refund, {
        reason: 'refunded-after-failure',
        alarm: `the provider refunded what is ${state} here`,
      })
    : undefined
}

/** Queues the refund for manual review; returns the error to log, the first time only. */
async function flagForReview(
  ports: RefundPorts,
  tx: Tx,
  refund: Refund,
  { reason, alarm }: { readonly reason: ReviewReason; readonly alarm: string },
): Promise<Ended> {
  const { id, intentId, provider, providerRefundId, amount, currency } = refund
  const isFirst = await queueForReview(ports, tx, {
    intentId,
    provider,
    providerRefundId: providerRefundId ?? id,
    amount,
    currency,
    reason,
  })
  return isFirst ? { refund, alarm } : undefined
}

async function move(
  ports: RefundPorts,
  tx: Tx,
  refund: Refund,
  to: { readonly state: RefundState; readonly providerRefundId?: string; readonly failureReason?: string | undefined },
): Promise<Ended> {
  const instant = ports.clock()
  const isEnd = to.state === 'succeeded' || to.state === 'failed' || to.state === 'canceled'
  await changeRefund(tx, refund.id, {
    ...to,
    ...(isEnd ? { settledAt: instant } : {}),
    lookups: 0,
    nextLookupAt: nextLookUp(ports, { ...refund, state: to.state, lookups: 0 }),
  })
  if (to.state === 'succeeded') await book(ports, tx, refund, instant)
  if (refund.state === 'succeeded') {
    await reverseBooking(ports, tx, refund, instant)
    if (refund.origin === 'bank') await moveIntent(tx, refund.intentId, 'DISPUTE_WON')
  } else if (refund.origin === 'bank' && isEnd) await endDispute(ports, tx, refund, to.state === 'succeeded')
  if (to.state !== 'failed') return undefined
  await record(tx, {
    actor: { kind: 'system' },
    act: 'refunds.refund-failed',
    object: `refund:${refund.id}`,
    at: instant,
    details: {
      intent: refund.intentId,
      amount: refund.amount.toString(),
      currency: refund.currency,
      before: refund.state,
      reason: to.failureReason ?? '',
    },
  })
  // The donor's bank has returned the money, so no other refund is needed.
  if (refund.origin === 'bank') return undefined
  const providerRefundId = refund.providerRefundId ?? to.providerRefundId ?? null
  return flagForReview(
    ports,
    tx,
    { ...refund, providerRefundId },
    { reason: 'failed', alarm: to.failureReason ?? 'failed' },
  )
}

async function unknown(ports: RefundPorts, tx: Tx, refund: Refund, reason: string): Promise<Ended> {
  if (refund.state !== 'requested') return undefined
  const wait = nextLookupAfter(refund.lookups)
  ports.log.warn({ refundId: refund.id, lookups: refund.lookups, reason }, 'the outcome of a refund is unknown')
  await changeRefund(tx, refund.id, {
    state: 'requested',
    nextLookupAt: wait === undefined ? null : addDuration(ports.clock(), { seconds: wait }),
  })
  return wait === undefined
    ? flagForReview(ports, tx, refund, { reason: 'unknown', alarm: 'unknown after all look-ups' })
    : undefined
}

function nextLookUp(ports: RefundPorts, { origin, state, lookups }: Refund): Date | null {
  if (state === 'requested' || state === 'pending' || state === 'requires_action')
    return addDuration(ports.clock(), { minutes: refundTimeouts.pendingMinutes })
  // A bank can revise its decision, and the fee of a won dispute can be returned after the money.
  const canChange = state === 'succeeded' || (origin === 'bank' && state === 'canceled')
  const days = canChange ? refundTimeouts.settledDays[lookups] : undefined
  return days === undefined ? null : addDuration(ports.clock(), { days })
}

/** Books a refund: ledger, refunded amounts of the donations, state of the payment, and outbox event. */
async function book(ports: RefundPorts, tx: Tx, refund: Refund, instant: Date): Promise<void> {
  const posting = await postingOf(tx, refund)
  // The lock serializes refunds of a payment, so that each sees the result of the previous one. Requests are locked
  // before the payment, as when one is granted.
  const donationIds = posting.lines.map((line) => line.donationId)
  await lockOpenRequestsOf(tx, donationIds)
  await lockPaidIntent(tx, refund.intentId)
  await post(tx, {
    txId: ports.newId(),
    sourceType: 'refund',
    sourceId: refund.id,
    eventType: 'refund',
    at: instant,
    entries: posting.entries,
  })
  const changes = await addRefundedAmounts(tx, posting.lines, instant)
  const refunded = changes.filter((change) => change.isFullyRefunded && !change.wasFullyRefunded)
  const refundedIds = refunded.map((change) => change.donationId)
  await withdrawDeclarations(tx, refundedIds, instant)
  await grantByRefund(tx, { donationIds: refundedIds, refundId: refund.id, by: refund.requestedBy, at: instant })
  await updatePaymentState(tx, refund.intentId)
  await queueRefundEvent(tx, 'refund.succeeded', posting.event(refundedIds, changes), instant)
}

/** Reverses a booked refund by a reversing transaction; existing entries never change (ledger-4). */
async function reverseBooking(ports: RefundPorts, tx: Tx, refund: Refund, instant: Date): Promise<void> {
  const posting = await postingOf(tx, refund)
  await lockPaidIntent(tx, refund.intentId)
  const reverses = await findTransaction(tx, { sourceType: 'refund', sourceId: refund.id, eventType: 'refund' })
  await post(
    tx,
    {
      txId: ports.newId(),
      sourceType: 'refund',
      sourceId: refund.id,
      eventType: 'refund-failed',
      at: instant,
      entries: reverseEntries(posting.entries),
    },
    reverses ?? null,
  )
  const reversedLines = posting.lines.map((line) => ({
    donationId: line.donationId,
    gift: -line.gift,
    tip: -line.tip,
    coveredFee: -line.coveredFee,
    feeRestored: -line.feeRestored,
    zakatEligible: -line.zakatEligible,
  }))
  const changes = await addRefundedAmounts(tx, reversedLines, instant)
  const restored = changes.filter((change) => !change.isFullyRefunded && change.wasFullyRefunded)
  const restoredIds = restored.map((change) => change.donationId)
  // Another refund than the returned one may have taken the rest of the donation and withdrawn the declaration.
  const withdrawnAt = [refund, ...(await refundsOfIntent(tx, refund.intentId))].flatMap(
    ({ settledAt }) => settledAt ?? [],
  )
  await restoreDeclarations(tx, restoredIds, withdrawnAt)
  await updatePaymentState(tx, refund.intentId)
  await queueRefundEvent(tx, 'refund.failed', posting.event(restoredIds, changes), instant)
}

async function updatePaymentState(tx: Tx, intentId: string): Promise<void> {
  const intent = required(await lockPaidIntent(tx, intentId))
  await moveIntent(
    tx,
    intentId,
    intentAfterRefund(intent.state, { captured: intent.amount, refundedAmount: await sumRefunded(tx, intentId) }),
  )
}
