import type { Currency } from '#shared/money.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { record } from '#modules/platform/audit/index.ts'
import { signToken, verifyToken } from '#modules/platform/identity/index.ts'
import { findPaidIntent } from '#modules/money/payments/index.ts'
import { requestAtProvider } from './request-at-provider.ts'
import { addDuration, type RefundPorts, refundTimeouts } from './ports.ts'
import { findPaidDonations, refundedLevels } from './queries/donations.ts'
import { findRefund, insertRefund, type Refund, refundsOfIntent } from './queries/refunds.ts'
import { lockDonation, assertQurbaniOpen } from './refund-donation.ts'
import { sumOf, fullRefund } from './rules/lines.ts'
import { refundStart } from './rules/refund-start.ts'
import { isAmountReserved } from './rules/states.ts'

const hoursToRefund = 24

/**
 * Returns the link in the receipt email of a repeated donation (refunds-8), which is valid for this payment only and
 * for 24 hours after it.
 */
export const refundDuplicateLink = (
  ports: Pick<RefundPorts, 'tokenSecret' | 'origin'>,
  intentId: string,
  paidAt: Date,
): string =>
  `${ports.origin}/refund-duplicate?token=${signToken(ports.tokenSecret, 'duplicate', intentId, addDuration(paidAt, { hours: hoursToRefund }))}`

/** The duplicate that a link refers to. Amounts in minor units; `open` means that it can be refunded. */
export type DuplicateView = {
  readonly state: 'open' | 'refunded'
  readonly campaign: string
  readonly total: bigint
  readonly currency: Currency
}

/**
 * Returns the payment of a link. Reading changes nothing, because email programs open links by themselves. Throws
 * `not-found` if the link was altered or has expired.
 */
export async function readDuplicate(ports: RefundPorts, token: string): Promise<DuplicateView> {
  const intentId = intentOfToken(ports, token)
  const [donations, refunds] = await Promise.all([
    findPaidDonations(ports.db, intentId),
    refundsOfIntent(ports.db, intentId),
  ])
  const intent = await findPaidIntent(ports.db, intentId)
  if (!intent || donations.length === 0) throw new Problem('not-found', 'not-found')
  return {
    state: refunds.some(({ state }) => isAmountReserved(state)) ? 'refunded' : 'open',
    campaign: donations.map(({ campaignName }) => campaignName).join(', '),
    total: intent.amount,
    currency: intent.currency,
  }
}

/**
 * Refunds the whole payment to its card or bank account, once however often it is requested: claim, request, record
 * (refunds-1).
 * Needs no review, because the rule leaves nothing to decide (ADR-0029). Throws `not-found`, `refund-disputed`,
 * `refund-elsewhere`, `refund-qurbani-closed` and `refund-too-early`.
 */
export async function refundDuplicate(
  ports: RefundPorts,
  context: Pick<RequestContext, 'ip'>,
  token: string,
): Promise<DuplicateView> {
  const refund = await claim(ports, context, intentOfToken(ports, token))
  if (refund) await requestAtProvider(ports, refund)
  return readDuplicate(ports, token)
}

function intentOfToken(ports: RefundPorts, token: string): string {
  const payload = verifyToken(ports.tokenSecret, token, ports.clock())
  if (payload?.kind !== 'duplicate') throw new Problem('not-found', 'not-found')
  return payload.subject
}

/** Stores the refund; returns undefined if anything was refunded before. */
async function claim(
  ports: RefundPorts,
  { ip }: Pick<RequestContext, 'ip'>,
  intentId: string,
): Promise<Refund | undefined> {
  const id = ports.newId()
  return ports.write(async (tx) => {
    const instant = ports.clock()
    const { intent, donations } = await lockDonation(ports, tx, intentId).catch((error: unknown) => {
      if (isProblem(error) && error.code === 'refund-nothing-left') return { intent: undefined, donations: [] }
      throw error
    })
    if (!intent || (await refundsOfIntent(tx, intentId)).some(({ state }) => isAmountReserved(state))) return undefined
    const lines = fullRefund(donations)
    await assertQurbaniOpen(ports, tx, refundedLevels(donations, lines))
    const amount = sumOf(lines)
    await insertRefund(tx, {
      id,
      intentId,
      origin: 'donor',
      state: 'requested',
      amount,
      currency: intent.currency,
      provider: intent.provider,
      providerRefundId: null,
      reason: 'duplicate',
      note: '',
      requestedBy: null,
      key: null,
      requestHash: null,
      lines,
      lookUpAt: addDuration(instant, { seconds: refundTimeouts.leaseSeconds }),
      startsAt: refundStart(donations, instant),
      at: instant,
    })
    await record(tx, {
      actor: { kind: 'visitor' },
      act: 'refunds.duplicate-refunded',
      object: `refund:${id}`,
      at: instant,
      ip,
      details: { intent: intentId, amount: amount.toString(), currency: intent.currency },
    })
    return findRefund(tx, id)
  })
}
