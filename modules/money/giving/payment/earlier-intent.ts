import { Problem } from '#shared/problem.ts'
import { findLastAttempt, findOpenIntent, type LiveIntent } from '#modules/money/payments/index.ts'
import { isOpenIntent } from '#modules/money/payments/rules/intent.ts'
import type { DonationOrder } from '../order/order.ts'
import { attemptsPerOrder, type GivingPorts } from '../ports.ts'
import { feeMethodOf, type PaymentMethod } from '../rules/fees/fee-schedules.ts'
import { cancelChallenge } from './challenge.ts'
import type { IdentifiedRequest, PricedOrder } from './pay-request.ts'

/** An intent at the provider that can be used for another attempt. */
export type ReusableIntent = Pick<LiveIntent, 'id' | 'providerIntentId' | 'attemptsMade'>

type EarlierIntent = { readonly reuse?: ReusableIntent; readonly supersede?: string }

/**
 * Finds the declined payment that this one retries with another card (`reuse`) or replaces (`supersede`). Throws if
 * another payment for the same subject has succeeded or is in progress, if the named payment can't be retried, and if
 * all its attempts are used.
 */
export async function findEarlierIntent(
  ports: GivingPorts,
  { payload, requester, once }: IdentifiedRequest,
  {
    donation: { quote },
    provider,
    live: liveIntent,
  }: { donation: PricedOrder; provider: string; live: LiveIntent | null },
): Promise<EarlierIntent> {
  if (payload.intentId) {
    const open = await findOpenIntent(ports.db, payload.intentId, requester)
    if (open?.state !== 'CREATED' || open.quoteHash !== quote.hash) throw new Problem('conflict', 'donation-not-open')
    // Another provider's card can't pay this intent; it expires, and a new intent is created.
    if (open.provider !== provider) return {}
    // A card intent can't be paid from a bank account, nor the reverse.
    if (
      feeMethodOf((open.order as DonationOrder).paymentMethod as PaymentMethod) !== feeMethodOf(payload.paymentMethod)
    )
      return { supersede: open.id }
    if (open.attemptsMade >= attemptsPerOrder) throw new Problem('rate-limit', 'too-many-attempts')
    return { reuse: open }
  }
  const live = payload.paysHere ? await withoutChallenge(ports, liveIntent) : liveIntent
  if (!live || !once) return {}
  if (!isOpenIntent(live.state)) throw new Problem('conflict', once.paidCode)
  if (live.state === 'REQUIRES_ACTION' && once.challengedCode) throw new Problem('conflict', once.challengedCode)
  if (live.state !== 'CREATED') throw attemptInProgress()
  const isReusable =
    live.scope === requester.scope &&
    live.provider === provider &&
    live.quoteHash === quote.hash &&
    live.attemptsMade < attemptsPerOrder
  return isReusable ? { reuse: live } : { supersede: live.id }
}

export const attemptInProgress = () => new Problem('conflict', 'attempt-in-progress', { retryAfterSeconds: 1 })

/** Cancels an abandoned challenge, because the donor chose to pay here; returns the intent that is still live. */
async function withoutChallenge(ports: GivingPorts, live: LiveIntent | null): Promise<LiveIntent | null> {
  const challenged = live?.state === 'REQUIRES_ACTION' ? await findLastAttempt(ports, live.id) : undefined
  if (!live || !challenged) return live
  const { intentState: state } = await cancelChallenge(ports, challenged)
  return state === 'CANCELLED' ? null : { ...live, state }
}
