import { required } from '#shared/collections.ts'
import { isProblem } from '#shared/problem.ts'
import { type Attempt, findAttempt, type Lookup } from '#modules/money/payments/index.ts'
import type { Outcome } from '#modules/money/payments/rules/attempt.ts'
import type { GivingPorts } from '../ports.ts'
import { resolve } from './resolve.ts'
import { settle, settleWithoutCharge } from './settle.ts'

/**
 * Records the provider's response to an attempt and returns the attempt with its new state. Never throws, because
 * money may have moved: an attempt that can't be recorded is returned as UNKNOWN. Its look-up was committed with its
 * claim, so the resolver records the outcome later (ADR-0030, payments-4).
 */
export async function recordOutcome(ports: GivingPorts, attempt: Attempt, outcome: Outcome): Promise<Attempt> {
  try {
    await ports.failpoint('after_provider')
    const isRecordedHere = await settle(ports, attempt, outcome)
    await ports.failpoint('after_commit')
    return isRecordedHere ? { ...attempt, state: 'SUCCEEDED' } : required(await findAttempt(ports, attempt.id))
  } catch (error) {
    return toUnknown(ports, attempt, error)
  }
}

/** Records the result of a look-up; never throws either. */
export const recordLookup = (ports: GivingPorts, attempt: Attempt, lookup: Lookup): Promise<Attempt> =>
  afterRecording(ports, attempt, resolve(ports, attempt, lookup))

/** Records a challenge that was cancelled at the provider because the donor abandoned it. */
export const recordAbandoned = (ports: GivingPorts, attempt: Attempt): Promise<Attempt> =>
  afterRecording(ports, attempt, settleWithoutCharge(ports, attempt, 'abandoned', 'CANCELLED'))

async function afterRecording(ports: GivingPorts, attempt: Attempt, recording: Promise<void>): Promise<Attempt> {
  try {
    await recording
    return required(await findAttempt(ports, attempt.id))
  } catch (error) {
    return toUnknown(ports, attempt, error)
  }
}

function toUnknown({ log }: GivingPorts, attempt: Attempt, error: unknown): Attempt {
  log.error(
    { error: isProblem(error) ? error.code : error, attemptId: attempt.id },
    'the outcome of a payment could not be recorded; it is unknown until the resolver looks it up',
  )
  return { ...attempt, state: 'UNKNOWN', challenge: null }
}
