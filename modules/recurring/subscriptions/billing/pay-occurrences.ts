import { createHash } from 'node:crypto'
import { one } from '#shared/collections.ts'
import { Problem } from '#shared/problem.ts'
import { pay } from '#modules/money/giving/index.ts'
import type { Attempt, Guard } from '#modules/money/payments/index.ts'
import { type ComposedCharge } from '../agreement/pricing/compose-charge.ts'
import { type OccurrenceRow } from '../agreement/schedule/occurrence-queries.ts'
import { occurrenceReferenceOf } from '../agreement/schedule/occurrence-reference.ts'
import { isStillClaimed, isClaimedByDonor } from '../agreement/schedule/claim-guards.ts'
import type { Subscription } from '../agreement/subscription-queries.ts'
import type { SubscriptionPorts } from '../agreement/ports.ts'

type Charge = Pick<Extract<ComposedCharge, { kind: 'order' }>, 'order' | 'currency'> & {
  /** A new id for each claim, which is charged once. */
  readonly chargeId: string
  readonly due: readonly OccurrenceRow[]
  /** Whether the donor is absent; a present donor can complete a 3-D Secure challenge. */
  readonly isOffSession: boolean
}

/**
 * Charges a subscription's saved card for claimed occurrences, through the pipeline of every payment. Throws, with
 * nothing charged, the problems of the card (`card-not-found`, `card-removed`), `donation-not-open`,
 * `attempt-in-progress`, `payment-unavailable` and `database-unavailable`. An outcome that can't be recorded is UNKNOWN.
 */
export function payOccurrences(
  ports: SubscriptionPorts,
  { id, cardId }: Pick<Subscription, 'id' | 'cardId'>,
  { order, currency, chargeId, due, isOffSession }: Charge,
): Promise<Attempt> {
  const total = order.lines.map(({ gift, tip, coveredFee }) => [gift, tip, coveredFee])
  const hash = createHash('sha256')
    .update(JSON.stringify([currency, total, order.plan]))
    .digest('base64url')
  const guard: Guard = {
    kind: isOffSession ? 'occurrence' : 'occurrence of a donor',
    row: { subscriptionId: id, chargeId, count: due.length },
    selectUnchanged: isOffSession ? isStillClaimed : isClaimedByDonor,
  }
  return pay(ports, {
    payer: { kind: 'plan', chargeId, ip: order.donor.ip, isOffSession },
    payload: { paymentMethod: 'card', tokens: [], cardID: cardId ?? '', saveCard: false },
    // A decline while the donor is absent must not count against donations that they make themselves.
    donation: {
      emailKey: isOffSession ? null : (order.donor.email?.toLowerCase() ?? null),
      currency,
      order,
      quote: { hash },
    },
    once: {
      reference: occurrenceReferenceOf(one(due)),
      check: () => Promise.reject(new Problem('conflict', 'donation-not-open')),
      guard,
      paidCode: 'donation-not-open',
    },
  })
}
