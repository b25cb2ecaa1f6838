import type { Answer, RequestFacts } from '#shared/endpoint.ts'
import { type Money, money } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { reserveLevels } from '#modules/campaigns/index.ts'
import { type Attempt, type Claim, claimIntent, claimIntentIn, claimNextAttempt, findAttempt, findOpenIntent } from '#modules/payments/index.ts'
import { answerOf } from './answer.ts'
import type { ComposedGift } from './compose-gift.ts'
import type { DonateResult, DonationPayload } from './contract.ts'
import { giftPurpose, type GiftOrder, totalOf } from './order.ts'
import { attemptsPerOrder, type GivingPorts, later, waits } from './ports.ts'
import { intentKeyOf } from './press.ts'
import { type PayWith, payWith } from './pay-with.ts'
import { settle } from './settle.ts'

export type Press = {
  readonly scope: string
  readonly key: string
  readonly requestHash: string
  readonly facts: RequestFacts
  readonly gift: Extract<ComposedGift, { quote: object }>
  readonly payload: DonationPayload
  readonly now: Date
}

/**
 * The one door to the money: claim → ask → record (ADR-0006). The intent is made at the provider unconfirmed, its id is committed with the
 * attempt, and only then is the bank asked; what it says is committed afterwards. No transaction is open while the provider is asked.
 */
export async function charge(ports: GivingPorts, press: Press): Promise<Answer<DonateResult>> {
  const card = await payWith(ports, press.payload, press.gift.order.donor.accountId)
  const claim = await prepareClaim(ports, press, card)
  await claimOnce(ports, press, claim)
  await ports.failpoint('before_provider')
  const outcome = await ports.gateway.confirm({
    key: claim.attemptId,
    providerIntentId: claim.providerIntentId,
    method: card.method,
    returnUrl: `${ports.origin}/v4/checkout/${encodeURIComponent(press.gift.order.lines[0]!.campaignSlug)}?gift=${claim.intentId}`,
    keepForLater: card.keepForLater,
  })
  await ports.failpoint('after_provider')
  const attempt = attemptOf(claim, press)
  const isOurs = await settle(ports, attempt, outcome)
  await ports.failpoint('after_commit')
  // What this request settled itself it need not read again.
  return answerOf(ports, isOurs && outcome.kind === 'succeeded' ? { ...attempt, state: 'SUCCEEDED' } : (await findAttempt(ports, claim.attemptId))!)
}

async function prepareClaim(ports: GivingPorts, press: Press, { customerId }: PayWith): Promise<Claim> {
  const { gift, payload, scope, key, requestHash, now } = press
  const open = payload.intentId ? await findOpenIntent(ports.db, payload.intentId, scope) : undefined
  if (payload.intentId && (!open || open.state !== 'CREATED' || open.quoteHash !== gift.quote.hash)) throw new Problem('conflict', 'gift-not-open')
  if (open && open.attemptsMade >= attemptsPerOrder) throw new Problem('rate-limit', 'too-many-attempts')
  const intentId = open?.id ?? ports.newId()
  const total = totalOf(gift.order)
  const order = withGuest(ports, gift.order)
  if (open && customerId && !(await ports.gateway.giveToCustomer(open.providerIntentId, customerId))) throw unavailable()
  const providerIntentId = open ? open.providerIntentId : await makeIntent(ports, press, money(total, gift.currency), customerId)
  return {
    intentId,
    attemptId: ports.newId(),
    purpose: giftPurpose,
    order,
    quoteHash: gift.quote.hash,
    amount: total,
    currency: gift.currency,
    scope,
    provider: ports.gateway.provider,
    providerIntentId,
    idempotencyKey: key,
    requestHash,
    method: gift.order.paymentMethod,
    ip: press.facts.ip,
    emailKey: gift.emailKey,
    at: now,
    lookUpAt: later(now, { seconds: waits.leaseSeconds }),
    expiresAt: later(now, { minutes: waits.orderMinutes }),
  }
}

/** An intent at the provider, unconfirmed. Nothing in it differs between two presses of the same button, so both get the same one. */
async function makeIntent(
  ports: GivingPorts,
  { gift, payload, scope, key, requestHash }: Press,
  amount: Money,
  customerId: string | undefined,
): Promise<string> {
  const made = await ports.gateway.createIntent({
    key: intentKeyOf(scope, key, requestHash),
    amount,
    description: gift.order.lines
      .map((line) => line.campaignName)
      .join(', ')
      .slice(0, 200),
    metadata: { campaign: gift.order.lines[0]!.campaignId, ...faultOf(ports, payload) },
    customerId,
  })
  if (made.kind === 'made') return made.providerIntentId
  if (made.kind === 'busy') throw new Problem('conflict', 'attempt-in-progress', { retryAfterSeconds: 1 })
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

async function claimOnce(ports: GivingPorts, press: Press, claim: Claim): Promise<void> {
  const limited = press.gift.order.lines.filter((line) => line.isLevelLimited && line.levelId)
  try {
    if (press.payload.intentId) {
      if (!(await ports.write((tx) => claimNextAttempt(tx, claim, attemptsPerOrder)))) throw new Problem('conflict', 'gift-not-open')
    } else if (limited.length > 0) {
      await ports.write(async (tx) => {
        await reserveLevels(tx, {
          intentId: claim.intentId,
          at: claim.at,
          levels: limited.map((line) => ({ levelId: BigInt(line.levelId!), quantity: line.quantity })),
        })
        await claimIntentIn(tx, claim)
      })
    } else if (!(await claimIntent(ports, claim))) throw inProgress()
  } catch (error) {
    // The same press arrived twice at once, or another tab is paying for this order: whoever came first goes on.
    if ((error as { code?: string }).code === '23505') throw inProgress()
    throw error
  }
}

const inProgress = () => new Problem('conflict', 'attempt-in-progress', { retryAfterSeconds: 1 })

const attemptOf = (claim: Claim, press: Press): Attempt => ({
  id: claim.attemptId,
  intentId: claim.intentId,
  state: 'SUBMITTED',
  intentState: 'PROCESSING',
  attemptsMade: press.payload.intentId ? attemptsPerOrder - 1 : 1,
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

const faultOf = (ports: GivingPorts, payload: DonationPayload): Record<string, string> => {
  const fault = payload.providerSpecific?.sandbox_fault
  return ports.allowsSandboxFaults && fault ? { sandbox_fault: fault } : {}
}
