import {
  type Attempt,
  closeLapsedIntents,
  leaseDueAttempts,
  type Lookup,
  openIntents,
} from '#modules/money/payments/index.ts'
import { expireReservations, releaseLevels } from '#modules/causes/campaigns/index.ts'
import { type GivingPorts, later, waits } from '../ports.ts'
import { settle, settleWithoutCharge } from './settle.ts'

/**
 * What the provider says of this very attempt. Of an intent that another card was tried with before, a decline may be
 * that card's: until it is known that this one was asked, it counts as not asked.
 */
export async function lookUp(ports: GivingPorts, attempt: Attempt): Promise<Lookup> {
  const seen = await ports.providers.byName(attempt.provider).lookUp(attempt.providerIntentId)
  return isDecline(seen) && attempt.attemptsMade > 1 && attempt.challenge === null ? { kind: 'unconfirmed' } : seen
}

const isDecline = (seen: Lookup): boolean => seen.kind === 'settled' && seen.outcome.kind === 'declined'

/**
 * Turns what the provider says of an attempt into its end. "Unknown" is never guessed: an intent that was not confirmed
 * is first cancelled at the provider, which is final there, and only then is the gift called unpaid (trust.md D4, R7).
 */
export async function resolve(ports: GivingPorts, attempt: Attempt, seen: Lookup): Promise<void> {
  switch (seen.kind) {
    case 'settled':
      if (seen.outcome.kind === 'challenge' && attempt.state === 'CHALLENGE') return endChallenge(ports, attempt)
      await settle(ports, attempt, seen.outcome)
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
      await settle(ports, attempt, { kind: 'unknown', reason: seen.reason })
      return
  }
}

/** The donor still stands before the bank's question: it lapses only after its time. */
async function endChallenge(ports: GivingPorts, attempt: Attempt): Promise<void> {
  if (attempt.challengeExpiresAt && attempt.challengeExpiresAt > ports.clock()) return
  const seen = await ports.providers.byName(attempt.provider).cancel(attempt.providerIntentId)
  await resolve(
    ports,
    attempt,
    seen.kind === 'settled' && seen.outcome.kind === 'challenge'
      ? { kind: 'unreachable', reason: 'the challenge could not be cancelled' }
      : withoutLoop(seen),
  )
}

const withoutLoop = (seen: Lookup): Lookup =>
  seen.kind === 'unconfirmed' || isDecline(seen) ? { kind: 'unreachable', reason: 'not cancelled' } : seen

/**
 * Looks up every attempt whose time has come. Leased row by row, so N workers share the work and none is asked twice.
 */
export async function resolveDueAttempts(ports: GivingPorts, limit = 50): Promise<number> {
  const now = ports.clock()
  const due = await leaseDueAttempts(ports, now, later(now, { seconds: 30 }), limit)
  await Promise.all(
    due.map(async (attempt) => {
      try {
        await resolve(ports, attempt, await lookUp(ports, attempt))
      } catch (error) {
        // One attempt that cannot be resolved now must not stop the others; its lease ends and it is looked up again.
        ports.log.error({ error, attemptId: attempt.id }, 'looking up a payment failed')
      }
    }),
  )
  return due.length
}

/** Orders that were declined and left: closed, their levels given back, their intents cancelled at the provider. */
export async function closeLapsedOrders(ports: GivingPorts): Promise<void> {
  for (const { id, provider, providerIntentId } of await closeLapsedIntents(ports, ports.clock())) {
    await ports.write((tx) => releaseLevels(tx, id))
    await ports.providers.byName(provider).cancel(providerIntentId)
  }
}

/**
 * Gives up levels that were held for payments which have ended since, however they ended (a crash between the two
 * included).
 */
export const releaseLapsedLevels = (ports: GivingPorts): Promise<number> =>
  ports.write((tx) =>
    expireReservations(tx, {
      reservedBefore: later(ports.clock(), { minutes: -waits.orderMinutes }),
      limit: 200,
      stillPaying: openIntents,
    }),
  )
