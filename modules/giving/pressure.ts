import { Problem } from '#shared/problem.ts'
import { acceptProof, createProofChallenge, type Standing } from '#modules/payments/index.ts'
import type { GivingPorts } from './ports.ts'

/** Failures only are counted, so a fundraiser that everybody loves is never throttled (trust.md S5). */
const limits = { failedFromIpBeforeProof: 5, failedForEmailPerDay: 10, failedCardsPerVisit: 3 } as const

/**
 * Card testing is made slow and useless: many cards from one visit stop, many failures from one address must work for each try. `likelyRefused`: of the
 * presses under way, see `inItsCrowd`.
 */
export async function refusePressure(
  ports: GivingPorts,
  standing: Standing,
  of: { scope: string; proof: string | undefined; likelyRefused: number },
): Promise<void> {
  if (standing.failedForEmail >= limits.failedForEmailPerDay) throw new Problem('rate-limit', 'too-many-attempts', { retryAfterSeconds: 3600 })
  const failures = Math.max(
    standing.failedFromIp + of.likelyRefused,
    standing.failedCardsInScope >= limits.failedCardsPerVisit ? limits.failedFromIpBeforeProof : 0,
  )
  if (failures < limits.failedFromIpBeforeProof) return
  if (of.proof && (await acceptProof(ports, ports.tokenSecret, of.scope, of.proof, failures))) return
  throw new Problem('rate-limit', 'human-check-required', { more: { proof: createProofChallenge(ports, ports.tokenSecret, of.scope, failures) } })
}
