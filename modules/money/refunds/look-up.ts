import { isProblem, Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import {
  findPaidIntentOfProvider,
  isFrozen,
  lockPaidIntent,
  type PaidIntent,
  forEachProvider,
  markWebhookHandled,
  type PaymentProvider,
  type ProviderRefund,
  delayWebhooks,
  findUnhandledWebhooks,
} from '#modules/money/payments/index.ts'
import { isOpenIntent } from '#modules/money/payments/rules/intent.ts'
import { requestAtProvider } from './request-at-provider.ts'
import { bookDisputeFees, openDispute } from './book-dispute.ts'
import { announceDispute } from './alerts/announce-dispute.ts'
import { addDuration, type RefundPorts, refundTimeouts } from './ports.ts'
import { findPaidDonations } from './queries/donations.ts'
import {
  cancelProposedRefunds,
  insertRefund,
  findKnownRefunds,
  leaseDueRefunds,
  type Refund,
  refundsOfIntent,
} from './queries/refunds.ts'
import { queueForReview } from './manual-review/queue-for-review.ts'
import { resolveRecorded } from './queries/manual-reviews.ts'
import { lockDonation } from './refund-donation.ts'
import { reviewReasonOf } from './rules/review-reasons.ts'
import { spreadRefund, sumOf } from './rules/lines.ts'
import { settleRefund } from './settle-refund.ts'

/** Looks up every refund that is due. A lease on each refund shares them among concurrent workers. */
export async function resolveDueRefunds(ports: RefundPorts, limit = 50): Promise<number> {
  const now = ports.clock()
  const due = await leaseDueRefunds(ports, now, addDuration(now, { seconds: 30 }), limit)
  await Promise.all(
    due.map(async (refund) => {
      try {
        await lookUp(ports, refund)
      } catch (error) {
        // A refund that can't be resolved now must not stop the others. It is looked up again after its lease.
        ports.log.error({ error, refundId: refund.id }, 'looking up a refund failed')
      }
    }),
  )
  return due.length
}

/**
 * Looks up a refund at the provider, by its id or otherwise by our metadata among the refunds of the payment. A
 * missing refund was never made: as long as the provider remembers the key, it is requested again with the same key,
 * afterwards it is marked as failed. A new key is never used (refunds-3, refunds-1).
 */
async function lookUp(ports: RefundPorts, refund: Refund): Promise<void> {
  let seen: ProviderRefund | undefined
  try {
    const all = await ports.providers.byName(refund.provider).refunds.listForIntent(refund.providerIntentId)
    seen = all.find(
      (providerRefund) => providerRefund.refundId === refund.providerRefundId || providerRefund.reference === refund.id,
    )
  } catch (error) {
    return settleRefund(ports, refund.id, { kind: 'unknown', reason: String(error).slice(0, 200) })
  }
  if (seen) return settleRefund(ports, refund.id, { kind: 'created', refund: seen })
  if (refund.state !== 'requested')
    return ports.log.error(
      { refundId: refund.id, state: refund.state },
      'the provider does not know a refund it has made',
    )
  if (
    (refund.origin === 'staff' || refund.origin === 'donor') &&
    refund.requestedAt &&
    addDuration(refund.requestedAt, { hours: refundTimeouts.keyHours }) > ports.clock()
  )
    return requestAtProvider(ports, refund)
  return settleRefund(ports, refund.id, { kind: 'refused', code: 'never-made' })
}

/**
 * Handles stored webhook events about refunds by reading the provider's refunds of each payment (payments-10).
 * Returns the number of handled events.
 */
export async function handleRefundWebhooks(ports: RefundPorts, limit = 50): Promise<number> {
  const handled = await forEachProvider(ports, (provider) => handleWebhooksOf(ports, provider, limit))
  return handled.reduce((sum, value) => sum + value, 0)
}

async function handleWebhooksOf(ports: RefundPorts, provider: PaymentProvider, limit: number): Promise<number> {
  const { name } = provider
  const notices = await findUnhandledWebhooks(ports.db, name, { about: 'refunds', now: ports.clock(), limit })
  let handled = 0
  for (const [objectId, items] of Map.groupBy(notices, (notice) => notice.objectId)) {
    const eventIds = items.map(({ eventId }) => eventId)
    try {
      if (!(await recordProviderRefunds(ports, provider, objectId))) {
        await delayWebhooks(ports, name, eventIds)
        continue
      }
      for (const eventId of eventIds) await markWebhookHandled(ports, name, eventId, ports.clock())
      handled += items.length
    } catch (error) {
      // Retried later, so that one bad event doesn't delay the others.
      ports.log.error({ error, objectId }, 'handling a notice about a refund failed')
      await delayWebhooks(ports, name, eventIds, { atLeast: 60 })
    }
  }
  return handled
}

/**
 * Records refunds and their results whose webhooks were missed: every refund that the providers created since `since`
 * must be in our books (payments-11). Returns the number of payments whose refunds differed.
 */
export async function sweepRefunds(ports: RefundPorts, since: Date): Promise<number> {
  const found = await forEachProvider(ports, (provider) => sweepProvider(ports, provider, since))
  return found.reduce((sum, value) => sum + value, 0)
}

async function sweepProvider(ports: RefundPorts, provider: PaymentProvider, since: Date): Promise<number> {
  const theirs = await provider.refunds.listSince(since)
  const known = await findKnownRefunds(ports.db, provider.name, theirs)
  const differing = theirs.filter(
    (refund) => known.find((ours) => ours.providerRefundId === refund.refundId)?.state !== refund.status,
  )
  const intents = [...new Set(differing.map((refund) => refund.providerIntentId))]
  for (const providerIntentId of intents) {
    try {
      await recordProviderRefunds(ports, provider, providerIntentId)
    } catch (error) {
      // A refund that can't be recorded now must not prevent the others.
      ports.log.error({ error, providerIntentId }, 'a refund of the provider could not be recorded')
    }
  }
  return intents.length
}

/**
 * Records a payment's refunds at the provider. Returns false if the payment isn't settled or counted yet, so that its
 * refunds must wait (refunds-9).
 */
async function recordProviderRefunds(
  ports: RefundPorts,
  provider: PaymentProvider,
  providerIntentId: string,
): Promise<boolean> {
  const intent = await findPaidIntentOfProvider(ports.db, provider.name, providerIntentId)
  if (!intent) return true
  // A frozen payment isn't in the books, so nothing can be refunded there; it is already in manual review
  // (payments-5).
  if (isOpenIntent(intent.state)) return isFrozen(ports.db, intent.id)
  const theirs = await provider.refunds.listForIntent(providerIntentId)
  const known = await findKnownRefunds(ports.db, intent.provider, theirs)
  const oursOf = (refund: ProviderRefund) =>
    known.find((item) => item.providerRefundId === refund.refundId || item.id === refund.reference)
  // Known refunds first, because their returned or won amounts are available to the others.
  for (const refund of theirs) {
    const ours = oursOf(refund)
    if (ours) await settleRefund(ports, ours.id, { kind: 'created', refund })
  }
  for (const refund of sortForRecording(theirs.filter((their) => !oursOf(their))))
    if (!(await recordUnrequestedRefund(ports, intent, refund))) return false
  return true
}

/**
 * Sorts refunds for recording: ended disputes, which hold nothing; then refunds, oldest first (the provider lists the
 * newest first); open disputes last, because the bank took what was left.
 */
function sortForRecording(refunds: readonly ProviderRefund[]): ProviderRefund[] {
  const rank = ({ dispute, status }: ProviderRefund) => {
    if (dispute === undefined) return 1
    return status === 'canceled' ? 0 : 2
  }
  return refunds.toReversed().toSorted((a, b) => rank(a) - rank(b))
}

/**
 * Records a refund that we didn't request. Returns false until the donation's own event is handled, which takes a
 * moment.
 */
async function recordUnrequestedRefund(
  ports: RefundPorts,
  intent: PaidIntent,
  refund: ProviderRefund,
): Promise<boolean> {
  const { dispute, status } = refund
  if (!dispute && (status === 'failed' || status === 'canceled')) return true
  if (dispute) await ports.write((tx) => bookDisputeFees(ports, tx, intent.id, dispute.fees))
  try {
    await recordExternalRefund(ports, intent, refund)
  } catch (error) {
    if (!isProblem(error)) throw error
    if (error.code === 'refund-too-early') return false
    // A won dispute has cost nothing but its fee.
    if (status !== 'canceled') await queueUnrecordedRefund(ports, intent, refund, error.code)
  }
  return true
}

/**
 * Queues a refund for manual review that can't be recorded, because more was refunded than is left or the payment is
 * closed. It is queued and logged once, however often the provider reports it.
 */
async function queueUnrecordedRefund(
  ports: RefundPorts,
  paid: PaidIntent,
  refund: ProviderRefund,
  code: string,
): Promise<void> {
  const { id: intentId, provider } = paid
  const { refundId: providerRefundId, amount, currency } = refund
  const remainder = { intentId, provider, providerRefundId, amount, currency, reason: reviewReasonOf(code) }
  const isFirst = await ports.write(async (tx) => {
    const isNew = await queueForReview(ports, tx, remainder)
    // The donor's dispute is handled, even if our books can't record it.
    if (isNew && refund.dispute) await announceDispute(ports, tx, intentId, refund)
    return isNew
  })
  if (isFirst)
    ports.log.error(
      { intent: intentId, provider: providerRefundId, amount: amount.toString(), currency, reason: code },
      'a refund of the provider cannot be recorded and needs manual review',
    )
}

/** Books a refund that was made in the provider's dashboard or by the donor's bank, and shows it to staff. */
async function recordExternalRefund(ports: RefundPorts, paid: PaidIntent, refund: ProviderRefund): Promise<void> {
  const id = ports.newId()
  // The dispute was won before its first event. It is recorded like any other and holds nothing.
  const isOver = refund.status === 'canceled'
  const isNew = await ports.write(async (tx) => {
    // Two workers may read the same event. The first one to lock the payment records it, and the second one finds
    // that.
    await lockPaidIntent(tx, paid.id)
    if ((await findKnownRefunds(tx, paid.provider, [{ refundId: refund.refundId, reference: undefined }])).length > 0)
      return false
    const { intent } = await lockDonation(ports, tx, paid.id)
    const instant = ports.clock()
    const overtaken = isOver ? [] : await cancelProposedRefunds(tx, intent.id, instant)
    const lines = spreadRefund(await findPaidDonations(tx, intent.id), refund.amount)
    if (!lines || sumOf(lines) !== refund.amount || refund.currency !== intent.currency) {
      // A pending refund holds an amount that may become available again.
      const isUnderWay = (await refundsOfIntent(tx, intent.id)).some(
        ({ state }) => state === 'requested' || state === 'pending' || state === 'requires_action',
      )
      throw isUnderWay
        ? new Error(`payment ${intent.id}: another refund of it is under way`)
        : new Problem('conflict', 'refund-exceeds')
    }
    await insertRefund(tx, {
      id,
      intentId: intent.id,
      origin: refund.dispute ? 'bank' : 'provider',
      state: 'requested',
      amount: refund.amount,
      currency: refund.currency,
      provider: intent.provider,
      providerRefundId: refund.refundId,
      reason: 'other',
      note: '',
      requestedBy: null,
      key: null,
      requestHash: null,
      lines,
      lookUpAt: instant,
      at: instant,
    })
    await resolveRecorded(tx, { provider: intent.provider, providerRefundId: refund.refundId, at: instant })
    if (refund.dispute)
      await openDispute(ports, tx, { id, intentId: intent.id, amount: refund.amount, currency: intent.currency })
    if (refund.dispute && !isOver) await announceDispute(ports, tx, intent.id, refund, lines)
    await record(tx, {
      actor: { kind: 'system' },
      act: refund.dispute ? 'refunds.dispute-found' : 'refunds.refund-found',
      object: `refund:${id}`,
      at: instant,
      details: {
        intent: intent.id,
        provider: refund.refundId,
        amount: refund.amount.toString(),
        currency: refund.currency,
        overtaken,
      },
    })
    return true
  })
  if (!isNew) return
  if (refund.dispute && !isOver)
    ports.log.error(
      { refundId: id, intentId: paid.id, dispute: refund.refundId, dueBy: refund.dispute.dueBy?.toISOString() },
      'a donation is disputed at the donor’s bank',
    )
  await settleRefund(ports, id, { kind: 'created', refund })
}
