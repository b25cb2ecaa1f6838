import { Problem } from '#shared/problem.ts'
import { createProofChallenge, type PaymentHistory, verifyProof } from '#modules/money/payments/index.ts'
import type { GivingPorts } from '../ports.ts'

/**
 * Failures are counted, not donations, so a popular fundraiser is never slowed down (trust.md S5). Of a network,
 * declined and unresolved attempts of the last hour: a mosque that donates in one moment does a little work, and cards
 * are tested no faster than proofs are solved.
 */
const limits = { failedForEmailPerDay: 10, failedCardsPerVisit: 3 } as const
export const unpaidAttemptsMax = 20

/**
 * The easiest proof takes a browser a fraction of a second; declined cards make it harder, payments that are merely
 * under way do not.
 */
const difficultyOf = ({ declinedFromNetwork }: PaymentHistory): number =>
  5 + Math.floor(Math.max(0, declinedFromNetwork - unpaidAttemptsMax) / 10)

/** `subject`: the attempt that a proof is for. */
type Attempted = { readonly subject: string; readonly proof: string | undefined }

/**
 * Makes card testing slow and useless: throws `too-many-attempts`, or `human-check-required` with a challenge. Answers
 * the salt of the proof of work that came with the attempt, for its claim to spend.
 */
export function guardAgainstCardTesting(
  ports: GivingPorts,
  history: PaymentHistory,
  { subject, proof }: Attempted,
): string | undefined {
  if (history.failedForEmail >= limits.failedForEmailPerDay)
    throw new Problem('rate-limit', 'too-many-attempts', { retryAfterSeconds: 3600 })
  const salt = proof ? verifyProof(ports, ports.tokenSecret, subject, proof, difficultyOf(history)) : undefined
  if (salt !== undefined) return salt
  if (history.unpaidFromNetwork < unpaidAttemptsMax && history.failedCardsInScope < limits.failedCardsPerVisit)
    return undefined
  throw humanCheckRequired(ports, history, subject)
}

export const humanCheckRequired = (ports: GivingPorts, history: PaymentHistory, subject: string): Problem =>
  new Problem('rate-limit', 'human-check-required', {
    more: { proof: createProofChallenge(ports, ports.tokenSecret, subject, difficultyOf(history)) },
  })
