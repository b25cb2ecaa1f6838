import { required } from '#shared/collections.ts'
import { createHash } from 'node:crypto'
import type { RequestContext } from '#shared/endpoint.ts'
import { checkedKey } from '#shared/idempotency-key.ts'
import { isUuid } from '#shared/ids.ts'
import { type Currency, money, toMajor } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { assertNotOwnCharity } from '#modules/causes/campaigns/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import { isEventPending } from '#modules/money/giving/index.ts'
import { chargeStep } from '#modules/money/giving/rules/charge-step.ts'
import type { AccountViewer, Viewer } from '#modules/platform/identity/index.ts'
import { isPaymentRefundable } from '#modules/money/payments/rules/intent.ts'
import { lockPaidIntent } from '#modules/money/payments/index.ts'
import { requestAtProvider } from './request-at-provider.ts'
import { addDuration, type DonationOfLevel, requireRefundRole, type RefundPorts, refundTimeouts } from './ports.ts'
import { findPaidDonations, refundedLevels } from './queries/donations.ts'
import { findRefund, findRefundByKey, insertRefund, type Refund } from './queries/refunds.ts'
import { decide, lockOpenRequest } from './queries/requests.ts'
import {
  roundRefundDown,
  type Parts,
  type RefundableDonation,
  type RefundLine,
  refundLine,
  sumOf,
  fullRefund,
} from './rules/lines.ts'
import { refundStart } from './rules/refund-start.ts'
import { needsSecondApproval } from './rules/approval.ts'
import type { RefundReason } from './rules/states.ts'

export type RefundOrder = {
  readonly intentId: string
  /**
   * The amount: everything that remains of the payment, everything that remains of one donation, or these parts of
   * these donations.
   */
  readonly of: 'everything' | { readonly wholeDonation: string } | readonly (Parts & { readonly donationId: string })[]
  /** The refunded and pending amount that the requester saw; undefined skips the check. */
  readonly alreadyRefunded?: bigint | undefined
  readonly reason: RefundReason
  readonly note: string
  /** The donor's request that it grants, in the transaction of the claim. */
  readonly request?: { readonly id: string; readonly donationId: string } | undefined
}

type Key = { readonly key: string; readonly requestHash: string }

/**
 * Refunds a payment fully or partly in three steps: claim, request, record (refunds-1). The refund is committed
 * before the provider is called, with its id as the provider's key, so a crash, a retry or two concurrent requests
 * refund once. A large amount needs a second person first. A repeated request with the same key returns the first
 * result.
 */
export async function refundDonation(
  ports: RefundPorts,
  viewer: Viewer,
  context: Pick<RequestContext, 'ip' | 'idempotencyKey'>,
  order: RefundOrder,
): Promise<Refund> {
  const who = requireRefundRole(viewer)
  if (!isUuid(order.intentId)) throw new Problem('not-found', 'not-found')
  const key = keyOf(context.idempotencyKey, order)
  // A second decision about a request is refused by the claim, even with the same key.
  const before = order.request ? undefined : await findEarlierRefund(ports, who, key)
  if (before) return before
  const refund = await claim(ports, who, context.ip, order, key)
  if (refund === 'again') return required(await findEarlierRefund(ports, who, key))
  if (refund.state === 'requested') await requestAtProvider(ports, refund)
  return required(await findRefund(ports.db, refund.id))
}

async function claim(
  ports: RefundPorts,
  who: AccountViewer,
  ip: string,
  order: RefundOrder,
  { key, requestHash }: Key,
): Promise<Refund | 'again'> {
  const id = ports.newId()
  try {
    const isNew = await ports.write(async (tx) => {
      const instant = ports.clock()
      // The request is locked before the payment, in the same order as when a refund is recorded.
      if (order.request && !(await lockOpenRequest(tx, order.request.id)))
        throw new Problem('conflict', 'refund-decided')
      await lockPaidIntent(tx, order.intentId)
      // The same request arrived twice: the second one waited for the lock and returns the first one's result.
      if (await findRefundByKey(tx, who.accountId, key)) return false
      const { intent, donations } = await lockDonation(ports, tx, order.intentId)
      await assertNotOwnCharity(tx, who.accountId, { campaignIds: donations.map(({ campaignId }) => campaignId) })
      const sum = sumOf(donations.map((donation) => donation.refunded))
      if (order.alreadyRefunded !== undefined && order.alreadyRefunded !== sum)
        throw new Problem('conflict', 'refund-changed')
      const lines = linesOf(donations, order.of, intent.currency)
      await assertQurbaniOpen(ports, tx, refundedLevels(donations, lines))
      const amount = sumOf(lines)
      const state = needsSecondApproval(ports.refundReviewAbove, amount, intent.currency) ? 'proposed' : 'requested'
      await insertRefund(tx, {
        id,
        intentId: intent.id,
        origin: 'staff',
        state,
        amount,
        currency: intent.currency,
        provider: intent.provider,
        providerRefundId: null,
        reason: order.reason,
        note: order.note,
        requestedBy: who.accountId,
        key,
        requestHash,
        lines,
        lookUpAt: state === 'requested' ? addDuration(instant, { seconds: refundTimeouts.leaseSeconds }) : null,
        startsAt: refundStart(donations, instant),
        at: instant,
      })
      await record(tx, {
        actor: { kind: 'account', id: who.accountId },
        act: state === 'proposed' ? 'refunds.refund-proposed' : 'refunds.refund-asked',
        object: `refund:${id}`,
        at: instant,
        ip,
        details: {
          intent: intent.id,
          amount: amount.toString(),
          currency: intent.currency,
          reason: order.reason,
          note: order.note,
        },
      })
      if (order.request)
        await grant(tx, order.request, { refundId: id, by: who.accountId, note: order.note, at: instant, ip })
      return true
    })
    if (!isNew) return 'again'
  } catch (error) {
    // A concurrent request used the same key for another payment; the first one continues.
    if ((error as { code?: string; constraint?: string }).code === '23505') return 'again'
    throw error
  }
  return required(await findRefund(ports.db, id))
}

async function grant(
  tx: Tx,
  request: { readonly id: string; readonly donationId: string },
  {
    ip,
    ...input
  }: { readonly refundId: string; readonly by: string; readonly note: string; readonly at: Date; readonly ip: string },
): Promise<void> {
  await decide(tx, { id: request.id, state: 'granted', ...input })
  await record(tx, {
    actor: { kind: 'account', id: input.by },
    act: 'refunds.request-granted',
    object: `donation:${request.donationId}`,
    at: input.at,
    ip,
    details: { request: request.id, refund: input.refundId, note: input.note },
  })
}

/** Locks the payment's row. Throws unless something of it can be refunded here. */
export async function lockDonation(ports: RefundPorts, tx: Tx, intentId: string) {
  const intent = await lockPaidIntent(tx, intentId)
  const donations = intent ? await findPaidDonations(tx, intentId) : []
  if (!intent || donations.length === 0) throw new Problem('not-found', 'not-found')
  if (intent.state === 'REFUNDED') throw new Problem('conflict', 'refund-nothing-left')
  if (!isPaymentRefundable(intent.state)) throw new Problem('conflict', 'refund-disputed')
  if (!isProviderConfigured(ports, intent)) throw new Problem('conflict', 'refund-elsewhere')
  // Totals and receipts of the donation itself must be written first, which takes a moment.
  if (await isEventPending(tx, intentId)) throw new Problem('conflict', 'refund-too-early', { retryAfterSeconds: 2 })
  return { intent, donations }
}

/** Refuses a refund of an order whose item has closed (qurbani-6). */
export async function assertQurbaniOpen(
  ports: RefundPorts,
  db: Db,
  donations: readonly DonationOfLevel[],
): Promise<void> {
  if (donations.length > 0 && (await ports.hasQurbaniClosed(db, donations, ports.clock())))
    throw new Problem('conflict', 'refund-qurbani-closed')
}

/**
 * Returns whether the provider of a payment is configured. Payments of the demo or of a removed provider must be
 * refunded there.
 */
export const isProviderConfigured = (ports: RefundPorts, intent: { readonly provider: string }): boolean =>
  ports.providers.isConfigured(intent.provider)

function toRefundLines(donations: readonly RefundableDonation[], input: RefundOrder['of'], step: bigint): RefundLine[] {
  if (input === 'everything') return fullRefund(donations)
  if ('wholeDonation' in input)
    return donations.flatMap((donation) =>
      donation.donationId === input.wholeDonation ? (roundRefundDown(donation, step) ?? []) : [],
    )
  return input.filter((parts) => sumOf([parts]) !== 0n).map((parts) => requestedLine(donations, parts))
}

function linesOf(donations: readonly RefundableDonation[], input: RefundOrder['of'], currency: Currency): RefundLine[] {
  const step = chargeStep(currency)
  const lines = toRefundLines(donations, input, step)
  if (lines.length === 0) throw new Problem('conflict', 'refund-nothing-left')
  if (sumOf(lines) % step !== 0n)
    throw new Problem('validation', 'refund-in-steps', { params: { amount: toMajor(money(step, currency)), currency } })
  return lines
}

function requestedLine(
  donations: readonly RefundableDonation[],
  parts: Parts & { readonly donationId: string },
): RefundLine {
  const donation = donations.find(({ donationId }) => donationId === parts.donationId)
  if (!donation) throw new Problem('not-found', 'not-found')
  const line = refundLine(donation, parts)
  if (!line) throw new Problem('conflict', 'refund-exceeds')
  return line
}

function keyOf(given: string | undefined, order: RefundOrder): Key {
  const key = checkedKey(given)
  const requestText = JSON.stringify([order.intentId, order.of, order.reason, order.note], (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return { key, requestHash: createHash('sha256').update(requestText).digest('base64url') }
}

async function findEarlierRefund(
  ports: RefundPorts,
  who: AccountViewer,
  { key, requestHash }: Key,
): Promise<Refund | undefined> {
  const refund = await findRefundByKey(ports.db, who.accountId, key)
  if (refund && refund.requestHash !== requestHash)
    throw new Problem('validation', 'idempotency-key-reused', { status: 422 })
  return refund
}
