import { type Attempt, leaseDueAttempts, type Lookup } from '#modules/money/payments/index.ts'
import { type GivingPorts, addTime } from '../ports.ts'
import { settle, settleWithoutCharge } from './settle.ts'

/**
 * Looks up an attempt's outcome at the provider. If another card was tried with the same intent before, a decline may
 * be that card's, so it counts as unconfirmed until this attempt is known to have been confirmed.
 */
export async function fetchOutcome(ports: GivingPorts, attempt: Attempt): Promise<Lookup> {
  const lookup = await ports.providers.byName(attempt.provider).lookUp(attempt.providerIntentId)
  return isDecline(lookup) && attempt.attemptsMade > 1 && attempt.challenge === null ? { kind: 'unconfirmed' } : lookup
}

const isDecline = (lookup: Lookup): boolean => lookup.kind === 'settled' && lookup.outcome.kind === 'declined'

/**
 * Records the result of a look-up. An unknown outcome is never guessed: an unconfirmed intent is cancelled at the
 * provider, which is final, before the payment counts as declined (payments-4).
 */
export async function resolve(ports: GivingPorts, attempt: Attempt, lookup: Lookup): Promise<void> {
  switch (lookup.kind) {
    case 'settled':
      if (lookup.outcome.kind === 'challenge' && attempt.state === 'CHALLENGE') return endChallenge(ports, attempt)
      await settle(ports, attempt, lookup.outcome)
      return
    case 'cancelled':
      return settleWithoutCharge(
        ports,
        attempt,
        attempt.state === 'CHALLENGE' ? 'challenge-expired' : 'never-confirmed',
        attempt.state === 'CHALLENGE' ? 'EXPIRED' : 'FAILED',
      )
    case 'unconfirmed':
      return resolve(
        ports,
        attempt,
        withoutLoop(await ports.providers.byName(attempt.provider).cancel(attempt.providerIntentId)),
      )
    case 'unreachable':
      await settle(ports, attempt, { kind: 'unknown', reason: lookup.reason })
      return
  }
}

/** Cancels a challenge that has timed out. */
async function endChallenge(ports: GivingPorts, attempt: Attempt): Promise<void> {
  if (attempt.challengeExpiresAt && attempt.challengeExpiresAt > ports.clock()) return
  const lookup = await ports.providers.byName(attempt.provider).cancel(attempt.providerIntentId)
  await resolve(
    ports,
    attempt,
    lookup.kind === 'settled' && lookup.outcome.kind === 'challenge'
      ? { kind: 'unreachable', reason: 'the challenge could not be cancelled' }
      : withoutLoop(lookup),
  )
}

const withoutLoop = (lookup: Lookup): Lookup =>
  lookup.kind === 'unconfirmed' || isDecline(lookup) ? { kind: 'unreachable', reason: 'not cancelled' } : lookup

/** Looks up every attempt that is due. A lease on each attempt shares them among concurrent workers. */
export async function resolveDueAttempts(ports: GivingPorts, limit = 50): Promise<number> {
  const now = ports.clock()
  const due = await leaseDueAttempts(ports, now, addTime(now, { seconds: 30 }), limit)
  await Promise.all(
    due.map(async (attempt) => {
      try {
        await resolve(ports, attempt, await fetchOutcome(ports, attempt))
      } catch (error) {
        // An attempt that can't be resolved now must not stop the others. It is looked up again after its lease.
        ports.log.error({ error, attemptId: attempt.id }, 'looking up a payment failed')
      }
    }),
  )
  return due.length
}
