import type { Tx } from '#shared/ports.ts'
import { isProblem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { chargeStep } from '#modules/money/giving/rules/charge-step.ts'
import type { RefundPorts } from './ports.ts'
import { insertRefund } from './queries/refunds.ts'
import { lockDonation } from './refund-donation.ts'
import { roundRefundDown, remainingParts, refundLine, sumOf } from './rules/lines.ts'
import { refundStart } from './rules/refund-start.ts'
import type { RefundReason } from './rules/states.ts'

/**
 * Claims a refund of a part of one donation in the caller's transaction. Needs no review, because the rule leaves
 * nothing to decide (qurbani-12). `partOf` returns the part of the remaining donation; if that is all of it, tip and
 * covered fee are refunded too (refunds-2). The refund look-up job calls the provider after the commit. Returns
 * undefined if nothing is left or the part is below the charge step. Throws `refund-disputed`, `refund-elsewhere` and
 * `refund-too-early`.
 */
export async function claimPartialRefund(
  ports: RefundPorts,
  tx: Tx,
  input: {
    readonly intentId: string
    readonly donationId: string
    readonly reason: RefundReason
    readonly partOf: (remaining: bigint) => bigint
  },
): Promise<{ readonly id: string; readonly amount: bigint } | undefined> {
  const locked = await lockDonation(ports, tx, input.intentId).catch((error: unknown) => {
    if (isProblem(error) && error.code === 'refund-nothing-left') return undefined
    throw error
  })
  const donation = locked?.donations.find(({ donationId }) => donationId === input.donationId)
  if (!locked || !donation) return undefined
  const { intent } = locked
  const step = chargeStep(intent.currency)
  const { gift } = remainingParts(donation)
  const part = input.partOf(gift)
  const line =
    part >= gift
      ? roundRefundDown(donation, step)
      : refundLine(donation, { gift: part - (part % step), tip: 0n, coveredFee: 0n })
  if (!line) return undefined
  const id = ports.newId()
  const instant = ports.clock()
  const amount = sumOf([line])
  await insertRefund(tx, {
    id,
    intentId: intent.id,
    origin: 'donor',
    state: 'requested',
    amount,
    currency: intent.currency,
    provider: intent.provider,
    providerRefundId: null,
    reason: input.reason,
    note: '',
    requestedBy: null,
    key: null,
    requestHash: null,
    lines: [line],
    lookUpAt: instant,
    startsAt: refundStart(locked.donations, instant),
    at: instant,
  })
  await record(tx, {
    actor: { kind: 'system' },
    act: 'refunds.refund-asked',
    object: `refund:${id}`,
    at: instant,
    details: { intent: intent.id, amount: amount.toString(), currency: intent.currency, reason: input.reason },
  })
  return { id, amount }
}
