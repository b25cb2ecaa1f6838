import type { RequestFacts } from '#shared/endpoint.ts'
import { type Money, money } from '#shared/money.ts'
import { addressKey } from '#shared/network.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import type { Tx } from '#shared/ports.ts'
import { releaseLevels, reserveLevels } from '#modules/campaigns/index.ts'
import {
  type Attempt,
  cancelOpenIntent,
  type Claim,
  claimGuarded,
  claimIntent,
  claimIntentIn,
  claimNextAttempt,
  findAttempt,
  findOpenIntent,
  isOpenIntent,
  type LiveIntent,
  type Presser,
  scopesOf,
} from '#modules/payments/index.ts'
import type { ComposedGift } from './compose-gift.ts'
import type { PaidOnce, PaymentPayload } from './pay.ts'
import { giftPurpose, type GiftOrder, totalOf } from './order.ts'
import { attemptsPerOrder, type GivingPorts, later, waits } from './ports.ts'
import { intentKeyOf } from './press.ts'
import { holdsOfScopes } from './own-holds.ts'
import { type PayWith, payWith } from './pay-with.ts'
import { claimedWithinMs } from './rules/claimed-within.ts'
import { recordOutcome } from './record-outcome.ts'
import { settle } from './settle.ts'

export type Press = {
  readonly presser: Presser
  readonly key: string
  readonly requestHash: string
  readonly facts: Pick<RequestFacts, 'ip'>
  readonly gift: Pick<Extract<ComposedGift, { quote: object }>, 'emailKey' | 'order' | 'currency'> & { readonly quote: { readonly hash: string } }
  readonly payload: PaymentPayload
  readonly once?: PaidOnce | undefined
  /** What is, or may still be, paid for the same thing. */
  readonly live: LiveIntent | null
  readonly now: Date
  /** The donor is not there: a saved card is charged by its mandate. */
  readonly isOffSession?: boolean
}

/**
 * The one door to the money: claim → ask → record (ADR-0006). The intent is made at the provider unconfirmed, its id is committed with the
 * attempt, and only then is the bank asked; what it says is committed afterwards, and what cannot be committed is unknown. No
 * transaction is open while the provider is asked.
 */
export async function charge(ports: GivingPorts, press: Press): Promise<Attempt> {
  const card = await payWith(ports, press.payload, { accountId: press.gift.order.donor.accountId, currency: press.gift.currency })
  const before = press.once && standingOrder(press, press.once)
  const claim = await prepareClaim(ports, press, card, before)
  await claimOnce(ports, press, claim, before)
  await ports.failpoint('before_provider')
  const attempt = attemptOf(claim)
  return recordOutcome(ports, attempt, async () => {
    const outcome = await ports.gateway.confirm({
      key: claim.attemptId,
      providerIntentId: claim.providerIntentId,
      method: card.method,
      returnUrl: returnUrlOf(ports, press.gift.order, claim.intentId),
      keepForLater: card.keepForLater,
      ...(press.isOffSession ? { isOffSession: true } : {}),
    })
    await ports.failpoint('after_provider')
    const isOurs = await settle(ports, attempt, outcome)
    await ports.failpoint('after_commit')
    // What this request settled itself it need not read again.
    return isOurs && outcome.kind === 'succeeded' ? { ...attempt, state: 'SUCCEEDED' } : (await findAttempt(ports, claim.attemptId))!
  })
}

/** Where the bank sends the donor back to. The same for every confirmation of a payment, or the provider takes it for another. */
export const returnUrlOf = (ports: GivingPorts, order: GiftOrder, intentId: string): string => `${ports.origin}${returnPathOf(order)}gift=${intentId}`

function returnPathOf(order: GiftOrder): string {
  const path =
    order.returnPath ??
    (order.plan
      ? `/account/giving/${order.plan.subscriptionId}`
      : order.basket
        ? '/v4/basket'
        : `/v4/checkout/${encodeURIComponent(order.lines[0]!.campaignSlug)}`)
  return `${path}${path.includes('?') ? '&' : '?'}`
}

/** What another press has left of the same payment: one that goes on with this card, or one that gives way. */
type Before = { readonly goesOn?: LiveIntent; readonly givesWay?: LiveIntent }

function standingOrder({ gift, presser, live }: Press, once: PaidOnce): Before {
  if (!live) return {}
  if (!isOpenIntent(live.state)) throw once.alreadyPaid(live.id)
  if (live.state === 'REQUIRES_ACTION' && once.askedElsewhere) throw once.askedElsewhere()
  if (live.state !== 'CREATED') throw inProgress()
  return live.scope === presser.scope && live.quoteHash === gift.quote.hash && live.attemptsMade < attemptsPerOrder ? { goesOn: live } : { givesWay: live }
}

type Prepared = Claim & { readonly attemptsMade: number }

async function prepareClaim(ports: GivingPorts, press: Press, { customerId, by }: PayWith, before: Before | undefined): Promise<Prepared> {
  const { gift, payload, presser, key, requestHash, now } = press
  const open = payload.intentId ? await findOpenIntent(ports.db, payload.intentId, presser) : before?.goesOn
  if (payload.intentId && (!open || open.state !== 'CREATED' || open.quoteHash !== gift.quote.hash)) throw new Problem('conflict', 'gift-not-open')
  if (open && open.attemptsMade >= attemptsPerOrder) throw new Problem('rate-limit', 'too-many-attempts')
  const intentId = open?.id ?? ports.newId()
  const total = totalOf(gift.order)
  const order = withGuest(ports, gift.order)
  if (open && customerId && !(await ports.gateway.giveToCustomer(open.providerIntentId, customerId))) throw unavailable()
  const providerIntentId = open ? open.providerIntentId : await makeIntent(ports, press, { amount: money(total, gift.currency), customerId, by })
  return {
    intentId,
    attemptsMade: (open?.attemptsMade ?? 0) + 1,
    attemptId: ports.newId(),
    purpose: giftPurpose,
    ...(press.once ? { reference: press.once.reference } : {}),
    order,
    quoteHash: gift.quote.hash,
    amount: total,
    currency: gift.currency,
    scope: presser.scope,
    visit: presser.visit === presser.scope ? null : presser.visit,
    provider: ports.gateway.provider,
    providerIntentId,
    idempotencyKey: key,
    requestHash,
    method: gift.order.paymentMethod,
    ip: addressKey(press.facts.ip),
    emailKey: gift.emailKey,
    at: now,
    lookUpAt: later(now, { seconds: waits.leaseSeconds }),
    expiresAt: later(now, { minutes: waits.orderMinutes }),
  }
}

/** An intent at the provider, unconfirmed. Two presses of the same button get the same one. */
async function makeIntent(
  ports: GivingPorts,
  { gift, payload, presser: { scope }, key, requestHash }: Press,
  { amount, customerId, by }: Pick<PayWith, 'customerId' | 'by'> & { readonly amount: Money },
): Promise<string> {
  const asked = {
    amount,
    description: gift.order.lines
      .map((line) => line.campaignName)
      .join(', ')
      .slice(0, 200),
    metadata: { campaign: gift.order.lines[0]!.campaignId, ...planOf(gift.order), ...faultOf(ports, payload) },
    customerId,
    ...(by === 'ach' ? { isBankDebit: true } : {}),
  }
  const made = await ports.gateway.createIntent({ key: intentKeyOf(scope, key, requestHash, asked), ...asked })
  if (made.kind === 'made') return made.providerIntentId
  if (made.kind === 'busy') throw new Problem('conflict', 'attempt-in-progress', { retryAfterSeconds: 1 })
  if (made.kind === 'too-large') throw new Problem('validation', 'payment-too-large', { fields: { amount: { code: 'payment-too-large' } } })
  ports.log.error({ reason: made.reason }, 'the payment provider is away; nothing was charged')
  throw unavailable()
}

const unavailable = () => new Problem('server', 'payment-unavailable', { status: 503, retryAfterSeconds: 5 })

/**
 * A donor without an account who left an e-mail and a name becomes a guest. Here only the id is chosen; the row follows the paid gift through
 * the outbox, so a guest that cannot be made never stops a gift (S2 §8, trust.md A17).
 */
function withGuest(ports: GivingPorts, order: GiftOrder): GiftOrder {
  const { accountId, guestId, email, name } = order.donor
  return accountId || guestId || !email || !name ? order : { ...order, donor: { ...order.donor, guestId: ports.newId() } }
}

/** Where the last pieces of a level are held by a payment of the same donor that was declined, that one gives way. */
async function claimOnce(ports: GivingPorts, press: Press, claim: Claim, before: Before | undefined): Promise<void> {
  // Its page may have been told by now that it never came.
  if (!press.isOffSession && ports.clock().getTime() - press.now.getTime() > claimedWithinMs) throw unavailable()
  try {
    await claimWith(ports, press, claim, before, [])
  } catch (error) {
    if (!isProblem(error) || error.code !== 'level-sold-out') throw error
    const wanted = new Set(limitedLevels(press.gift.order).map(({ levelId }) => levelId))
    const holding = (await holdsOfScopes(ports, scopesOf(press.presser))).filter(({ levelId }) => wanted.has(levelId))
    if (holding.length === 0) throw error
    await claimWith(ports, press, claim, before, [...new Set(holding.map(({ intentId }) => intentId))])
  }
}

async function claimWith(ports: GivingPorts, press: Press, claim: Claim, before: Before | undefined, givingWay: readonly string[]): Promise<void> {
  const { once } = press
  const levels = limitedLevels(press.gift.order)
  const reserve = async (tx: Tx) => {
    for (const intentId of givingWay) if (await cancelOpenIntent(tx, intentId)) await releaseLevels(tx, intentId)
    if (levels.length > 0) await reserveLevels(tx, { intentId: claim.intentId, at: claim.at, levels })
  }
  try {
    if (once) {
      // Where nothing else is written with it, one statement claims it; where that finds it changed, the transaction says why.
      if (!before?.goesOn && !before?.givesWay && levels.length === 0 && (await claimGuarded(ports, claim, once.guard))) return once.claimed?.()
      await ports.write(async (tx) => {
        await once.check(tx)
        if (before?.goesOn) {
          if (!(await claimNextAttempt(tx, claim, attemptsPerOrder))) throw inProgress()
          return
        }
        if (before?.givesWay) {
          if (!(await cancelOpenIntent(tx, before.givesWay.id))) throw inProgress()
          await releaseLevels(tx, before.givesWay.id)
        }
        await reserve(tx)
        await claimIntentIn(tx, claim)
      })
      once.claimed?.()
    } else if (press.payload.intentId) {
      if (!(await ports.write((tx) => claimNextAttempt(tx, claim, attemptsPerOrder)))) throw new Problem('conflict', 'gift-not-open')
    } else if (levels.length > 0) {
      await ports.write(async (tx) => {
        await reserve(tx)
        await claimIntentIn(tx, claim)
      })
    } else if (!(await claimIntent(ports, claim))) throw inProgress()
  } catch (error) {
    // The same press arrived twice at once, or another tab is paying for this order: whoever came first goes on.
    if ((error as { code?: string }).code === '23505') throw inProgress()
    throw error
  }
}

/** How many pieces of each limited level are asked for, by all lines together. */
function limitedLevels(order: GiftOrder): { levelId: bigint; quantity: number }[] {
  const wanted = new Map<string, number>()
  for (const { levelId, isLevelLimited, quantity } of order.lines) if (levelId && isLevelLimited) wanted.set(levelId, (wanted.get(levelId) ?? 0) + quantity)
  return [...wanted].map(([levelId, quantity]) => ({ levelId: BigInt(levelId), quantity }))
}

const inProgress = () => new Problem('conflict', 'attempt-in-progress', { retryAfterSeconds: 1 })

const attemptOf = (claim: Prepared): Attempt => ({
  id: claim.attemptId,
  intentId: claim.intentId,
  state: 'SUBMITTED',
  intentState: 'PROCESSING',
  attemptsMade: claim.attemptsMade,
  provider: claim.provider,
  providerIntentId: claim.providerIntentId,
  amount: claim.amount,
  currency: claim.currency,
  scope: claim.scope,
  requestHash: claim.requestHash,
  quoteHash: claim.quoteHash,
  order: claim.order,
  method: claim.method,
  challenge: null,
  challengeExpiresAt: null,
  cardBrand: null,
  cardLast4: null,
  declineCode: null,
  lookups: 0,
  nextLookupAt: claim.lookUpAt,
  submittedAt: claim.at,
})

const faultOf = (ports: GivingPorts, payload: PaymentPayload): Record<string, string> => {
  const fault = payload.providerSpecific?.sandbox_fault
  return ports.allowsSandboxFaults && fault ? { sandbox_fault: fault } : {}
}

/** A person who looks at the provider's list finds the gift of the subscription (trust.md R26). */
const planOf = ({ plan }: GiftOrder): Record<string, string> =>
  plan ? { subscription: plan.subscriptionId, occurrences: plan.keys.join(' ').slice(0, 500) } : {}
