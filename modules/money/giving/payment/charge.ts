import type { RequestFacts } from '#shared/endpoint.ts'
import { type Money, money } from '#shared/money.ts'
import { addressKey } from '#shared/network.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { releaseLevels, reserveLevels } from '#modules/causes/campaigns/index.ts'
import {
  type Attempt,
  cancelOpenIntent,
  type Claim,
  type Claimed,
  claimPayment,
  claimPaymentIn,
  findAttempt,
  findOpenIntent,
  isOpenIntent,
  type LiveIntent,
  type Frequency,
  type Requester,
  scopesOf,
} from '#modules/money/payments/index.ts'
import type { ComposedGift } from '../compose-gift.ts'
import { unpaidAttemptsMax } from './card-testing.ts'
import { duplicateDonation } from './duplicate.ts'
import type { ExactlyOnce, PaymentPayload } from './payment.ts'
import { giftPurpose, type GiftOrder, totalOf } from '../order.ts'
import { attemptsPerOrder, type GivingPorts, later, waits } from '../ports.ts'
import { intentKeyOf } from './idempotency.ts'
import { holdsOfScopes } from './own-holds.ts'
import { type PayWith, payWith } from './pay-with.ts'
import { claimedWithinMs } from '../rules/claimed-within.ts'
import { recordOutcome } from './record-outcome.ts'
import { settle } from './settle.ts'

export type ChargeRequest = {
  readonly requester: Requester
  readonly key: string
  readonly requestHash: string
  readonly facts: Pick<RequestFacts, 'ip'>
  readonly gift: Pick<Extract<ComposedGift, { quote: object }>, 'emailKey' | 'order' | 'currency'> & {
    readonly quote: { readonly hash: string }
  }
  readonly payload: PaymentPayload
  readonly once?: ExactlyOnce | undefined
  /** What is, or may still be, paid for the same thing. */
  readonly live: LiveIntent | null
  readonly now: Date
  /** The donor is not there: a saved card is charged by its mandate. */
  readonly isOffSession?: boolean
  /** What a donor's own request is guarded by, beside its key and reference. */
  readonly guards?: Guards
}

type Guards = {
  readonly donationHash: string | undefined
  readonly frequency: Frequency
  readonly detectsDuplicates: boolean
  readonly repeatOf: string | undefined
  readonly proofSalt: string | undefined
  /** The refusal of an attempt that needs a proof of work. */
  readonly needsProof: () => Problem
}

/**
 * The one door to the money: claim → ask → record (ADR-0006). The intent is made at the provider unconfirmed, its id is
 * committed with the attempt, and only then is the bank asked; what it says is committed afterwards, and what cannot be
 * committed is unknown. No transaction is open while the provider is asked.
 */
export async function charge(ports: GivingPorts, request: ChargeRequest): Promise<Attempt> {
  const card = await payWith(ports, request.payload, {
    accountId: request.gift.order.donor.accountId,
    currency: request.gift.currency,
  })
  const earlier = request.once ? earlierIntent(request, request.once, card.provider.name) : {}
  const claim = await prepareClaim(ports, request, card, earlier)
  await claimInTime(ports, request, claim, earlier)
  await ports.failpoint('before_provider')
  const attempt = attemptOf(claim)
  return recordOutcome(ports, attempt, async () => {
    const outcome = await card.provider.confirm({
      key: claim.attemptId,
      providerIntentId: claim.providerIntentId,
      method: card.method,
      returnUrl: returnUrlOf(ports, request.gift.order, claim.intentId),
      keepForLater: card.keepForLater,
      ...(request.isOffSession ? { isOffSession: true } : {}),
    })
    await ports.failpoint('after_provider')
    const isOurs = await settle(ports, attempt, outcome)
    await ports.failpoint('after_commit')
    // What this request settled itself it need not read again.
    return isOurs && outcome.kind === 'succeeded'
      ? { ...attempt, state: 'SUCCEEDED' }
      : (await findAttempt(ports, claim.attemptId))!
  })
}

/**
 * Where the bank sends the donor back to. The same for every confirmation of a payment, or the provider takes it for
 * another.
 */
export const returnUrlOf = (ports: GivingPorts, order: GiftOrder, intentId: string): string =>
  `${ports.origin}${returnPathOf(order)}gift=${intentId}`

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

/**
 * What another request has left of the same payment: an intent that this card is another attempt of, or one that this
 * payment supersedes.
 */
type Earlier = { readonly reuse?: LiveIntent; readonly supersede?: LiveIntent }

function earlierIntent({ gift, requester, live }: ChargeRequest, once: ExactlyOnce, provider: string): Earlier {
  if (!live) return {}
  if (!isOpenIntent(live.state)) throw once.alreadyPaid(live.id)
  if (live.state === 'REQUIRES_ACTION' && once.askedElsewhere) throw once.askedElsewhere()
  if (live.state !== 'CREATED') throw inProgress()
  return live.scope === requester.scope &&
    live.provider === provider &&
    live.quoteHash === gift.quote.hash &&
    live.attemptsMade < attemptsPerOrder
    ? { reuse: live }
    : { supersede: live }
}

type Prepared = Claim & { readonly attemptsMade: number }

async function prepareClaim(
  ports: GivingPorts,
  request: ChargeRequest,
  { provider, customerId, by }: PayWith,
  earlier: Earlier,
): Promise<Prepared> {
  const { gift, payload, requester, key, requestHash, guards, now } = request
  const declined = payload.intentId ? await findOpenIntent(ports.db, payload.intentId, requester) : earlier.reuse
  if (payload.intentId && (!declined || declined.state !== 'CREATED' || declined.quoteHash !== gift.quote.hash))
    throw new Problem('conflict', 'gift-not-open')
  // A card of another provider cannot pay it: the declined intent lapses, and a new one is made.
  const open = declined?.provider === provider.name ? declined : undefined
  if (open && open.attemptsMade >= attemptsPerOrder) throw new Problem('rate-limit', 'too-many-attempts')
  const intentId = open?.id ?? ports.newId()
  const total = totalOf(gift.order)
  const order = withGuest(ports, gift.order)
  if (open && customerId && !(await provider.giveToCustomer(open.providerIntentId, customerId))) throw unavailable()
  const providerIntentId = open
    ? open.providerIntentId
    : await makeIntent(ports, request, { amount: money(total, gift.currency), provider, customerId, by })
  return {
    intentId,
    attemptsMade: (open?.attemptsMade ?? 0) + 1,
    attemptId: ports.newId(),
    purpose: giftPurpose,
    ...(request.once ? { reference: request.once.reference } : {}),
    order,
    quoteHash: gift.quote.hash,
    ...(guards
      ? {
          ...(guards.donationHash === undefined ? {} : { donationHash: guards.donationHash }),
          frequency: guards.frequency,
          detectsDuplicates: guards.detectsDuplicates,
          repeatOf: guards.repeatOf,
          unpaidAttemptsMax,
          proofSalt: guards.proofSalt,
        }
      : {}),
    ...(open ? { attemptsMax: attemptsPerOrder } : {}),
    campaignIds: [...new Set(order.lines.map(({ campaignId }) => campaignId))],
    isPlan: order.plan !== undefined,
    amount: total,
    currency: gift.currency,
    scope: requester.scope,
    visit: requester.visit,
    provider: provider.name,
    providerIntentId,
    idempotencyKey: key,
    requestHash,
    method: gift.order.paymentMethod,
    ip: addressKey(request.facts.ip),
    emailKey: gift.emailKey,
    at: now,
    lookUpAt: later(now, { seconds: waits.leaseSeconds }),
    expiresAt: later(now, { minutes: waits.orderMinutes }),
  }
}

/** An intent at the provider, unconfirmed. The same request gets the same one. */
async function makeIntent(
  ports: GivingPorts,
  { gift, payload, requester: { scope }, key, requestHash }: ChargeRequest,
  { amount, provider, customerId, by }: Pick<PayWith, 'provider' | 'customerId' | 'by'> & { readonly amount: Money },
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
  const made = await provider.createIntent({ key: intentKeyOf(scope, key, requestHash, asked), ...asked })
  if (made.kind === 'made') return made.providerIntentId
  if (made.kind === 'busy') throw new Problem('conflict', 'attempt-in-progress', { retryAfterSeconds: 1 })
  if (made.kind === 'too-large')
    throw new Problem('validation', 'payment-too-large', { fields: { amount: { code: 'payment-too-large' } } })
  ports.log.error({ reason: made.reason }, 'the payment provider is away; nothing was charged')
  throw unavailable()
}

const unavailable = () => new Problem('server', 'payment-unavailable', { status: 503, retryAfterSeconds: 5 })

/**
 * A donor without an account who left an e-mail and a name becomes a guest. Here only the id is chosen; the row follows
 * the paid gift through the outbox, so a guest that cannot be made never stops a gift (S2 §8, trust.md A17).
 */
function withGuest(ports: GivingPorts, order: GiftOrder): GiftOrder {
  const { accountId, guestId, email, name } = order.donor
  return accountId || guestId || !email || !name
    ? order
    : { ...order, donor: { ...order.donor, guestId: ports.newId() } }
}

/** If the last pieces of a level are reserved by a declined payment of the same donor, that one is superseded. */
async function claimInTime(
  ports: GivingPorts,
  request: ChargeRequest,
  claim: Claim,
  { supersede }: Earlier,
): Promise<void> {
  // Its page may have been told by now that it never came.
  if (!request.isOffSession && ports.clock().getTime() - request.now.getTime() > claimedWithinMs) throw unavailable()
  const superseded = supersede ? [supersede.id] : []
  try {
    await claimSuperseding(ports, request, claim, superseded)
  } catch (error) {
    if (!isProblem(error) || error.code !== 'level-sold-out') throw error
    const wanted = new Set(limitedLevels(request.gift.order).map(({ levelId }) => levelId))
    const holding = (await holdsOfScopes(ports, scopesOf(request.requester))).filter(({ levelId }) =>
      wanted.has(levelId),
    )
    if (holding.length === 0) throw error
    await claimSuperseding(ports, request, claim, [
      ...new Set([...superseded, ...holding.map(({ intentId }) => intentId)]),
    ])
  }
  request.once?.claimed?.()
}

async function claimSuperseding(
  ports: GivingPorts,
  request: ChargeRequest,
  claim: Claim,
  superseded: readonly string[],
): Promise<void> {
  const { once } = request
  // Another card for an intent has its levels reserved.
  const levels = claim.attemptsMax === undefined ? limitedLevels(request.gift.order) : []
  try {
    if (levels.length === 0 && superseded.length === 0) {
      const claimed = await claimPayment(ports, claim, once?.guard)
      // If what is paid for was changed, the transaction says why.
      if (claimed.refusedBecause !== 'changed') return rejectUnclaimed(request, claimed)
    }
    await ports.write(async (tx) => {
      await once?.check(tx)
      for (const intentId of superseded) if (await cancelOpenIntent(tx, intentId)) await releaseLevels(tx, intentId)
      if (levels.length > 0) await reserveLevels(tx, { intentId: claim.intentId, at: claim.at, levels })
      rejectUnclaimed(request, await claimPaymentIn(tx, claim))
    })
  } catch (error) {
    // The unique indexes are the last line of defence: whoever came first is charged.
    if ((error as { code?: string }).code === '23505') throw inProgress()
    throw error
  }
}

function rejectUnclaimed({ guards, payload }: ChargeRequest, { refusedBecause, duplicate }: Claimed): void {
  if (refusedBecause === null) return
  if (duplicate) throw duplicateDonation(duplicate)
  if (refusedBecause === 'campaign-closed' || refusedBecause === 'charity-not-verified')
    throw new Problem('conflict', refusedBecause)
  if (refusedBecause === 'card-testing' && guards) throw guards.needsProof()
  if (refusedBecause === 'not-open' && payload.intentId) throw new Problem('conflict', 'gift-not-open')
  throw inProgress()
}

/** How many pieces of each limited level are asked for, by all lines together. */
function limitedLevels(order: GiftOrder): { levelId: bigint; quantity: number }[] {
  const wanted = new Map<string, number>()
  for (const { levelId, isLevelLimited, quantity } of order.lines)
    if (levelId && isLevelLimited) wanted.set(levelId, (wanted.get(levelId) ?? 0) + quantity)
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
