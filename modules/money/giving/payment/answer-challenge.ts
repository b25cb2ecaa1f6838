import type { Answer, RequestFacts } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { verifyToken, type Viewer } from '#modules/platform/identity/index.ts'
import { type Attempt, findAttemptByKey, findLastAttempt, isOpenIntent } from '#modules/money/payments/index.ts'
import { answerOf, challengeOf, giftToken, paidOf } from './answer.ts'
import type { DonateResult } from '../contract.ts'
import type { GiftOrder } from '../order.ts'
import { type GivingPorts } from '../ports.ts'
import { givenKey, identifyRequester } from './idempotency.ts'
import { returnedOfPayment } from '../queries/returned.ts'
import { recordOutcome } from './record-outcome.ts'
import { lookUp, resolve } from './resolve.ts'
import { settleWithoutCharge } from './settle.ts'

/** The attempt that a gift's token opens; 404 for whoever does not hold it. */
async function openGift(ports: GivingPorts, intentId: string, token: string): Promise<Attempt> {
  const held = verifyToken(ports.tokenSecret, token, ports.clock())
  if (!held || held.kind !== 'donation' || held.subject !== intentId) throw new Problem('not-found', 'not-found')
  const attempt = await findLastAttempt(ports, intentId)
  if (!attempt) throw new Problem('not-found', 'not-found')
  return attempt
}

/**
 * After the bank's challenge. What the browser says of it is a hint; the outcome is asked of the provider (trust.md
 * 1.3).
 */
export async function answerChallenge(
  ports: GivingPorts,
  input: { id: string; challenge: string | { token: string } },
): Promise<Answer<DonateResult>> {
  const attempt = await openGift(
    ports,
    input.id,
    typeof input.challenge === 'string' ? input.challenge : input.challenge.token,
  )
  return answerOf(ports, await refreshed(ports, attempt))
}

/** Where a gift stands, for the page that waits: also finishes what it finds finished at the provider. */
export const giftStatus = async (ports: GivingPorts, input: { intentId: string; token: string }) =>
  standingAt(ports, await refreshed(ports, await openGift(ports, input.intentId, input.token)))

/**
 * The donor leaves the bank's question. It is cancelled at the provider, which is final there: whoever says yes in
 * their bank's app afterwards is not charged for what they left, beside what they may give instead. Where the bank was
 * faster, or does not answer, it stands as it is. What a subscription gives follows its own rules.
 */
export async function stopGift(ports: GivingPorts, input: { intentId: string; token: string }) {
  const attempt = await openGift(ports, input.intentId, input.token)
  return standingAt(ports, await callOff(ports, attempt))
}

/**
 * A bank's question is called off: nobody can be charged for it any more, unless the bank was faster or cannot be
 * reached. A plan's is its own.
 */
export async function callOff(ports: GivingPorts, attempt: Attempt): Promise<Attempt> {
  if (attempt.state !== 'CHALLENGE' || (attempt.order as GiftOrder).plan) return attempt
  return recordOutcome(ports, attempt, async () => {
    const seen = await ports.providers.byName(attempt.provider).cancel(attempt.providerIntentId)
    if (seen.kind === 'cancelled') await settleWithoutCharge(ports, attempt, 'abandoned', 'CANCELLED')
    else if (seen.kind === 'settled' && seen.outcome.kind === 'succeeded') await resolve(ports, attempt, seen)
    return (await findLastAttempt(ports, attempt.intentId))!
  })
}

async function standingAt(ports: GivingPorts, attempt: Attempt) {
  const refunded = await refundedOf(ports, attempt)
  const challenge = attempt.state === 'CHALLENGE' ? challengeOf(ports, attempt) : undefined
  return {
    id: attempt.intentId,
    status: statusOf(attempt),
    ...(challenge ? { challenge } : {}),
    ...(attempt.state === 'SUCCEEDED' ? { paid: paidOf(ports, attempt) } : {}),
    ...(refunded ? { refunded } : {}),
  }
}

/**
 * Asked of the gifts, because what a dispute came to does not say what went back. A payment that only succeeded has
 * nothing to ask for.
 */
async function refundedOf(
  ports: GivingPorts,
  { intentId, intentState, amount }: Attempt,
): Promise<'partly' | 'wholly' | undefined> {
  if (intentState === 'SUCCEEDED' || isOpenIntent(intentState)) return undefined
  const returned = await returnedOfPayment(ports.db, intentId)
  return returned === 0n ? undefined : returned < amount ? 'partly' : 'wholly'
}

/**
 * The gift a press of this very visit led to, so that a page that lost the answer can ask how it stands (field.md C3).
 */
export async function giftOfPress(ports: GivingPorts, viewer: Viewer, facts: RequestFacts, key: string) {
  const attempt = await findAttemptByKey(ports, identifyRequester(viewer, facts), givenKey(key))
  if (!attempt) throw new Problem('not-found', 'not-found')
  return { intentId: attempt.intentId, token: giftToken(ports, attempt) }
}

/**
 * Where a payment stands, for a module that knows who may ask: finishes what it finds finished at the provider.
 * Undefined: there is none.
 */
export async function lookAgain(ports: GivingPorts, intentId: string): Promise<Attempt | undefined> {
  const attempt = await findLastAttempt(ports, intentId)
  return attempt && refreshed(ports, attempt)
}

async function refreshed(ports: GivingPorts, attempt: Attempt): Promise<Attempt> {
  if (attempt.state !== 'CHALLENGE' && attempt.state !== 'UNKNOWN') return attempt
  return recordOutcome(ports, attempt, async () => {
    const seen = await lookUp(ports, attempt)
    // No answer from the provider says nothing; the resolver goes on asking.
    if (seen.kind === 'unreachable' || (seen.kind === 'unconfirmed' && attempt.state === 'UNKNOWN')) return attempt
    await resolve(ports, attempt, seen)
    return (await findLastAttempt(ports, attempt.intentId))!
  })
}

function statusOf(
  attempt: Attempt,
): 'open' | 'requires-action' | 'processing' | 'unknown' | 'succeeded' | 'declined' | 'expired' {
  switch (attempt.state) {
    case 'SUCCEEDED':
      return 'succeeded'
    case 'CHALLENGE':
      return 'requires-action'
    case 'DECLINED':
      return attempt.intentState === 'EXPIRED' ? 'expired' : 'declined'
    case 'UNKNOWN':
    case 'INTEGRITY_FAILURE':
      return 'unknown'
    case 'RECORDED':
    case 'SUBMITTED':
      return 'processing'
  }
}
