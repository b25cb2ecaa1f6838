import { isProblem } from '#shared/problem.ts'
import type { Attempt } from '#modules/money/payments/index.ts'
import type { GivingPorts } from '../ports.ts'

/**
 * Asks the provider about an attempt, records what it says, and returns the attempt as it then stands. If anything
 * fails on the way, the money may have moved all the same, so the attempt is returned as UNKNOWN and never as an error:
 * its look-up was committed with its claim, and the resolver records the outcome (ADR-0063, trust.md D4). Every use
 * case that has claimed an attempt passes through here.
 */
export async function recordOutcome(
  ports: Pick<GivingPorts, 'log'>,
  attempt: Attempt,
  askAndRecord: () => Promise<Attempt>,
): Promise<Attempt> {
  try {
    return await askAndRecord()
  } catch (error) {
    const reason = isProblem(error) ? error.code : error
    ports.log.error(
      { error: reason, attemptId: attempt.id },
      'the outcome of a payment could not be recorded; it is unknown until the resolver looks it up',
    )
    return { ...attempt, state: 'UNKNOWN', challenge: null }
  }
}
