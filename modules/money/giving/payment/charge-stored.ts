import { createHash } from 'node:crypto'
import type { Money } from '#shared/money.ts'
import { type Attempt, liveIntentOf } from '#modules/money/payments/index.ts'
import { charge } from './charge.ts'
import { type GiftOrder, type PaidPlan, totalOf } from '../order.ts'
import type { ExactlyOnce } from './payment.ts'
import type { GivingPorts } from '../ports.ts'

export type StoredCharge = {
  readonly order: GiftOrder & { readonly plan: PaidPlan }
  readonly currency: Money['currency']
  /** A card of the donor's own that they agreed to have charged. */
  readonly cardId: string
  /** One for each time the gifts are claimed: a claim is charged once. */
  readonly chargeId: string
  readonly once: ExactlyOnce
  /** The donor is not there; otherwise they stand before the page and may be asked by their bank. */
  readonly isOffSession: boolean
}

/** Whose press a charge of a subscription is: nobody else's key can meet it. */
export const scopeOfCharge = (chargeId: string): string => `plan:${chargeId}`
/** The one key there is in a scope of its own. */
export const keyOfCharge = 'charge'

/**
 * Charges a saved card for gifts of a subscription, by the same door, ledger and receipts as any other gift (issue:
 * giving on a schedule). Throws the problems of the card (`card-not-found`, `card-removed`, `card-expired`), those of
 * `once.check`, `attempt-in-progress` where somebody else is paying for the same gift, and `payment-unavailable`: in
 * all of them nothing was charged. Throws `database-away` where it could not be claimed. Once it is claimed nothing is
 * thrown: an outcome that cannot be recorded is UNKNOWN.
 */
export async function chargeStored(ports: GivingPorts, of: StoredCharge): Promise<Attempt> {
  const live = await liveIntentOf(ports, of.once.reference)
  const { donor } = of.order
  // Of nobody's press: what is refused while its donor is not there must not be held against their network, nor against
  // a gift they give themselves.
  const pressedBy = of.isOffSession
    ? { ip: '', emailKey: null }
    : { ip: donor.ip, emailKey: donor.email?.toLowerCase() ?? null }
  const quoteHash = createHash('sha256')
    .update(JSON.stringify([of.currency, String(totalOf(of.order)), of.order.plan]))
    .digest('base64url')
  return charge(ports, {
    requester: { scope: scopeOfCharge(of.chargeId), visit: null },
    key: keyOfCharge,
    requestHash: '',
    facts: { ip: pressedBy.ip },
    gift: { emailKey: pressedBy.emailKey, currency: of.currency, order: of.order, quote: { hash: quoteHash } },
    payload: { paymentMethod: 'card', tokens: [], cardID: of.cardId, saveCard: false },
    once: of.once,
    live,
    now: ports.clock(),
    isOffSession: of.isOffSession,
  })
}
