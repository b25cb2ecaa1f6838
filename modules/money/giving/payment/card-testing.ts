import { Problem } from '#shared/problem.ts'
import { createProofChallenge, verifyProof, type PaymentHistory } from '#modules/money/payments/index.ts'
import type { GivingPorts } from '../ports.ts'
import type { IdentifiedRequest } from './pay-request.ts'

/**
 * Counts failures instead of donations, so a popular fundraiser is never slowed down (payments-16). A network's
 * declined and unresolved attempts of the last hour count. Donors in a mosque who donate at the same time have little
 * work, and card testing is no faster than solving proofs.
 */
const limits = { failedForEmailPerDay: 10, failedCardsPerVisit: 3 } as const
export const unpaidAttemptsMax = 20

/** The easiest proof takes a browser a fraction of a second. Declined cards make it harder; pending payments don't. */
const difficultyOf = ({ declinedFromNetwork }: PaymentHistory): number =>
  5 + Math.floor(Math.max(0, declinedFromNetwork - unpaidAttemptsMax) / 10)

/** The salt of the solved proof of work and the refusal, for the claim, which checks again. */
export type CardTestingCheck = { readonly proofSalt: string | undefined; readonly refusal: () => Problem }

/**
 * Slows down card testing (payments-16): throws `too-many-attempts`, or `human-check-required` with a challenge.
 * Doesn't check charges of a plan.
 */
export function guardAgainstCardTesting(
  ports: GivingPorts,
  history: PaymentHistory,
  { payer, payload, requester, key }: IdentifiedRequest,
): CardTestingCheck | undefined {
  if (payer.kind === 'plan') return undefined
  if (history.failedForEmail >= limits.failedForEmailPerDay)
    throw new Problem('rate-limit', 'too-many-attempts', { retryAfterSeconds: 3600 })
  const subject = `${requester.scope} ${key}`
  const difficulty = difficultyOf(history)
  const refusal = () =>
    new Problem('rate-limit', 'human-check-required', {
      more: { proof: createProofChallenge(ports, ports.tokenSecret, subject, difficulty) },
    })
  const proof = payload.reCaptcha
  const proofSalt = proof ? verifyProof(ports, ports.tokenSecret, subject, proof, difficulty) : undefined
  const needsProof =
    history.unpaidFromNetwork >= unpaidAttemptsMax || history.failedCardsInScope >= limits.failedCardsPerVisit
  if (needsProof && proofSalt === undefined) throw refusal()
  return { proofSalt, refusal }
}
