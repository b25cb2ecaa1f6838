import { Problem } from '#shared/problem.ts'
import { createProofChallenge, verifyProof } from '#modules/money/payments/index.ts'
import type { PaymentHistory } from '#modules/money/payments/index-intents.ts'
import type { GivingPorts } from '../ports.ts'
import type { IdentifiedRequest } from './pay-request.ts'

/**
 * Failures are counted, not donations, so a popular fundraiser is never slowed down (payments-16). Per network,
 * declined and unresolved attempts of the last hour count: the donors of a mosque who give at the same moment do little
 * work, and card testing is no faster than solving proofs.
 */
const limits = { failedForEmailPerDay: 10, failedCardsPerVisit: 3 } as const
export const unpaidAttemptsMax = 20

/** The easiest proof takes a browser a fraction of a second; declined cards make it harder, pending payments do not. */
const difficultyOf = ({ declinedFromNetwork }: PaymentHistory): number =>
  5 + Math.floor(Math.max(0, declinedFromNetwork - unpaidAttemptsMax) / 10)

/** What the claim checks again: `proofSalt` of the solved proof of work, and its refusal. */
export type CardTestingCheck = { readonly proofSalt: string | undefined; readonly refusal: () => Problem }

/**
 * Makes card testing slow and useless: throws `too-many-attempts`, or `human-check-required` with a challenge. Charges
 * of a plan are not checked.
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
