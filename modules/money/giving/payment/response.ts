import { one } from '#shared/collections.ts'
import { signToken } from '#modules/platform/identity/index.ts'
import { isProviderRefusal, providerCodeOf } from '#modules/money/payments/rules/declines.ts'
import type { Attempt } from '#modules/money/payments/index.ts'
import { answer, type Answer } from '#shared/endpoint.ts'
import { toMajor, money } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import type { DonateResult } from '../contract-payment.ts'
import type { DonationOrder } from '../order/order.ts'
import { type GivingPorts, addTime, timeouts } from '../ports.ts'
import { paymentRefused } from './pay-request.ts'

/**
 * Returns the response to a donor. It contains stored data only, so that a replay returns the same bytes
 * (payments-2). Every decline by the bank has one message, a failed 3-D Secure confirmation another; checkout never
 * shows the reason (payments-8).
 */
export function toResponse(ports: GivingPorts, attempt: Attempt): Answer<DonateResult> {
  switch (attempt.state) {
    case 'SUCCEEDED':
      return answer(paidOf(ports, attempt))
    case 'CHALLENGE':
      return answer(
        { id: attempt.intentId, challenge: paymentChallengeOf(ports, attempt)! },
        { success: false, message: '3DS Challenge Required' },
      )
    case 'DECLINED':
      throw declined(attempt)
    case 'SUBMITTED':
    case 'RECORDED':
      return processing(ports, attempt)
    case 'UNKNOWN':
      return attempt.processingAt ? processing(ports, attempt) : unknown(ports, attempt)
    case 'INTEGRITY_FAILURE':
      return unknown(ports, attempt)
  }
}

const processing = (ports: GivingPorts, attempt: Attempt): Answer<DonateResult> =>
  answer(
    { id: attempt.intentId, status: 'processing', token: donationToken(ports, attempt), ...pendingOf(attempt) },
    { status: 202 },
  )

/** Returns the data for the page of a pending bank debit; empty for other payments. */
export function pendingOf(attempt: Attempt) {
  const { donor, lines, bankDebit } = attempt.order as DonationOrder
  if (!bankDebit || !attempt.processingAt) return {}
  const { campaignSlug, campaignName } = one(lines)
  const { currency } = attempt
  return {
    pending: {
      amount: toMajor(money(attempt.amount, currency)),
      currency,
      campaignSlug,
      campaignName,
      email: donor.email,
    },
  }
}

const unknown = (ports: GivingPorts, attempt: Attempt): Answer<DonateResult> =>
  answer(
    { id: attempt.intentId, status: 'unknown', token: donationToken(ports, attempt) },
    { status: 202, notice: { code: 'payment-unknown' } },
  )

/**
 * Returns the token for the status and thank-you page of one payment. It expires a fixed time after the request, even
 * if it is created again.
 */
export const donationToken = (ports: GivingPorts, attempt: Attempt): string =>
  signToken(
    ports.tokenSecret,
    'donation',
    attempt.intentId,
    addTime(attempt.submittedAt, { hours: timeouts.tokenHours }),
  )

export function paidOf(ports: GivingPorts, attempt: Attempt) {
  const order = attempt.order as DonationOrder
  const guestId = order.donor.guestId
  return {
    id: one(order.lines).donationId,
    status: 'succeeded' as const,
    intentId: attempt.intentId,
    token: donationToken(ports, attempt),
    ...(guestId
      ? {
          guest: {
            id: guestId,
            token: signToken(
              ports.tokenSecret,
              'guest',
              guestId,
              addTime(attempt.submittedAt, { hours: timeouts.tokenHours }),
            ),
            type: 'guest' as const,
          },
        }
      : {}),
    amount: toMajor(money(attempt.amount, attempt.currency)),
    currency: attempt.currency,
    zakah: order.lines.some(({ isZakat }) => isZakat),
    ...(order.startsPlan ? { subscriptionId: order.startsPlan.subscriptionId } : {}),
  }
}

export function paymentChallengeOf(ports: GivingPorts, attempt: Attempt) {
  if (!attempt.challenge) return undefined
  return {
    provider: attempt.provider,
    url: attempt.challenge.url,
    token: donationToken(ports, attempt),
    ...(attempt.challenge.clientSecret ? { clientSecret: attempt.challenge.clientSecret } : {}),
    expiresAt: attempt.challengeExpiresAt ?? attempt.submittedAt,
    amount: toMajor(money(attempt.amount, attempt.currency)),
    currency: attempt.currency,
  }
}

const authenticationCodes = new Set([
  'payment_intent_authentication_failure',
  'authentication_failed',
  'authentication_required',
])

function refusalCodeOf(declineCode: string | null) {
  if (declineCode === 'challenge-expired') return 'challenge-expired'
  if (declineCode === 'never-confirmed') return 'payment-not-made'
  if (declineCode === 'bank_account_unverified') return 'bank-account-unverified'
  return authenticationCodes.has(providerCodeOf(declineCode ?? '')) ? 'payment-declined-3ds' : 'payment-declined'
}

function declined(attempt: Attempt): Problem {
  if (isProviderRefusal(attempt.declineCode)) return paymentRefused()
  const canTryAgain = attempt.intentState === 'CREATED'
  return new Problem('validation', refusalCodeOf(attempt.declineCode), {
    status: 402,
    more: { intentId: attempt.intentId, canTryAgain },
  })
}
