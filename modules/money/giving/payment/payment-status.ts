import { one } from '#shared/collections.ts'
import type { Answer, RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { verifyToken, type Viewer } from '#modules/platform/identity/index.ts'
import { type Attempt, findAttemptByKey, findLastAttempt } from '#modules/money/payments/index.ts'
import { isOpenIntent } from '#modules/money/payments/rules/intent.ts'
import type { DonateResult } from '../contract-payment.ts'
import type { DonationOrder } from '../order/order.ts'
import type { GivingPorts } from '../ports.ts'
import { sumRefundedOfPayment } from '../queries/refunded-amounts.ts'
import { cancelChallenge } from './challenge.ts'
import { hashKey } from './idempotency.ts'
import { recordLookup } from './record-outcome.ts'
import { identifyRequester } from './requester.ts'
import { fetchOutcome } from './resolve.ts'
import { paymentChallengeOf, donationToken, paidOf, pendingOf, toResponse } from './response.ts'

type WithToken = { readonly intentId: string; readonly token: string }

/** Returns the newest attempt of a payment if the token belongs to it; throws `not-found` otherwise. */
async function authenticate(ports: GivingPorts, { intentId, token }: WithToken): Promise<Attempt> {
  const verified = verifyToken(ports.tokenSecret, token, ports.clock())
  const isItsToken = verified?.kind === 'donation' && verified.subject === intentId
  const attempt = isItsToken ? await findLastAttempt(ports, intentId) : undefined
  if (!attempt) throw new Problem('not-found', 'not-found')
  return attempt
}

/**
 * Responds to the end of a 3-D Secure challenge. The outcome comes from the provider, never from the browser
 * (payments-9).
 */
export async function completeChallenge(
  ports: GivingPorts,
  { id, challenge }: { id: string; challenge: string | { token: string } },
): Promise<Answer<DonateResult>> {
  const token = typeof challenge === 'string' ? challenge : challenge.token
  return toResponse(ports, await refresh(ports, await authenticate(ports, { intentId: id, token })))
}

/** Returns the status of a payment to the page that waits for it. */
export const donationStatus = async (ports: GivingPorts, input: WithToken) =>
  toStatus(ports, await refresh(ports, await authenticate(ports, input)))

/** Cancels the 3-D Secure challenge that the donor abandons, and returns the status of the payment. */
export const stopDonation = async (ports: GivingPorts, input: WithToken) =>
  toStatus(ports, await cancelChallenge(ports, await authenticate(ports, input)))

/**
 * Returns the status of a payment to a donor who returns from the bank in a browser without its token (payments-14).
 * Its unguessable id is the only authorization, so the response has no data of the donor. Plans have their own pages.
 */
export async function getPaymentStatus(ports: GivingPorts, intentId: string) {
  const attempt = await refreshStatus(ports, intentId)
  const order = attempt?.order as DonationOrder | undefined
  if (!attempt || !order || order.plan) throw new Problem('not-found', 'not-found')
  const statuses = { SUCCEEDED: 'succeeded', DECLINED: 'not-paid' } as const
  return {
    status: attempt.state in statuses ? statuses[attempt.state as keyof typeof statuses] : ('confirming' as const),
    total: attempt.amount,
    currency: attempt.currency,
    campaignSlug: order.basket ? null : one(order.lines).campaignSlug,
  }
}

/** Finds the payment that this visit requested with a key, for a page that lost the response (payments-14). */
export async function findPaymentByKey(ports: GivingPorts, viewer: Viewer, context: RequestContext, key: string) {
  const attempt = await findAttemptByKey(ports, identifyRequester(viewer, context), hashKey(key))
  if (!attempt) throw new Problem('not-found', 'not-found')
  return { intentId: attempt.intentId, token: donationToken(ports, attempt) }
}

/**
 * Returns the newest attempt of a payment after a look-up; undefined if there is none. The caller must have
 * authorized the requester.
 */
export async function refreshStatus(ports: GivingPorts, intentId: string): Promise<Attempt | undefined> {
  const attempt = await findLastAttempt(ports, intentId)
  return attempt && refresh(ports, attempt)
}

/** Looks up an attempt without an outcome at the provider and records the result. */
async function refresh(ports: GivingPorts, attempt: Attempt): Promise<Attempt> {
  if (attempt.state !== 'CHALLENGE' && attempt.state !== 'UNKNOWN') return attempt
  const lookup = await fetchOutcome(ports, attempt)
  // Without an outcome, the resolver looks it up later.
  const isOpen = lookup.kind === 'unreachable' || (lookup.kind === 'unconfirmed' && attempt.state === 'UNKNOWN')
  return isOpen ? attempt : recordLookup(ports, attempt, lookup)
}

async function toStatus(ports: GivingPorts, attempt: Attempt) {
  const refunded = await refundedOf(ports, attempt)
  const challenge = attempt.state === 'CHALLENGE' ? paymentChallengeOf(ports, attempt) : undefined
  return {
    id: attempt.intentId,
    status: statusOf(attempt),
    ...(challenge ? { challenge } : {}),
    ...(statusOf(attempt) === 'processing' ? pendingOf(attempt) : {}),
    ...(attempt.state === 'SUCCEEDED' ? { paid: paidOf(ports, attempt) } : {}),
    ...(refunded ? { refunded } : {}),
  }
}

/**
 * Returns whether the payment was refunded partly or wholly. Read from the donations, because the state after a dispute
 * doesn't say it.
 */
async function refundedOf(
  ports: GivingPorts,
  { intentId, intentState, amount }: Attempt,
): Promise<'partly' | 'wholly' | undefined> {
  if (intentState === 'SUCCEEDED' || isOpenIntent(intentState)) return undefined
  const refundedAmount = await sumRefundedOfPayment(ports.db, intentId)
  if (refundedAmount === 0n) return undefined
  return refundedAmount < amount ? 'partly' : 'wholly'
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
      return attempt.processingAt ? 'processing' : 'unknown'
    case 'INTEGRITY_FAILURE':
      return 'unknown'
    case 'RECORDED':
    case 'SUBMITTED':
      return 'processing'
  }
}
