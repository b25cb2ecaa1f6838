import {
  type Attempt,
  closeLapsedIntents,
  findAttemptsByProviderIntents,
  knownIntents,
  leaseDueAttempts,
  type Lookup,
  openIntents,
  type ProviderCharge,
} from '#modules/money/payments/index.ts'
import { expireReservations, releaseLevels } from '#modules/causes/campaigns/index.ts'
import { type GivingPorts, later, waits } from '../ports.ts'
import { settle, settleWithoutCharge } from './settle.ts'

/**
 * What the provider says of this very attempt. Of an intent that another card was tried with before, a decline may be
 * that card's: until it is known that this one was asked, it counts as not asked.
 */
export async function lookUp(ports: GivingPorts, attempt: Attempt): Promise<Lookup> {
  const seen = await ports.gateway.lookUp(attempt.providerIntentId)
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
      return resolve(ports, attempt, withoutLoop(await ports.gateway.cancel(attempt.providerIntentId)))
    case 'unreachable':
      await settle(ports, attempt, { kind: 'unknown', reason: seen.reason })
      return
  }
}

/** The donor still stands before the bank's question: it lapses only after its time. */
async function endChallenge(ports: GivingPorts, attempt: Attempt): Promise<void> {
  if (attempt.challengeExpiresAt && attempt.challengeExpiresAt > ports.clock()) return
  const seen = await ports.gateway.cancel(attempt.providerIntentId)
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
  for (const { id, providerIntentId } of await closeLapsedIntents(ports, ports.clock())) {
    await ports.write((tx) => releaseLevels(tx, id))
    await ports.gateway.cancel(providerIntentId)
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

const chargesAtOnce = 500

/** A charge that the books do not call paid. */
export type UnmatchedCharge = {
  readonly charge: ProviderCharge
  readonly intentId: string | null
  readonly reason: 'no-payment' | 'declined-here' | 'other-amount'
}

/**
 * Settles what no webhook told: every charge the provider knows of since then must be ours, too, and of the amount that
 * is in our books (trust.md R13, R24). What nothing here can end is handed back. Charges without our name on them are
 * another product's, at the same provider.
 */
export async function sweepCharges(
  ports: GivingPorts,
  since: Date,
): Promise<{ unmatched: UnmatchedCharge[]; settled: number }> {
  const unmatched: UnmatchedCharge[] = []
  let settled = 0
  const charges = await ports.gateway.chargesSince(since)
  for (let from = 0; from < charges.length; from += chargesAtOnce) {
    const some = charges.slice(from, from + chargesAtOnce)
    const ids = some.map(({ providerIntentId }) => providerIntentId)
    const attempts = await findAttemptsByProviderIntents(ports, ports.gateway.provider, ids)
    for (const charge of some) {
      const attempt = attempts.get(charge.providerIntentId)
      const reason = unmatchedBecause(charge, attempt)
      if (reason) {
        unmatched.push({ charge, intentId: attempt?.intentId ?? null, reason })
      } else if (attempt && attempt.state !== 'SUCCEEDED' && attempt.state !== 'INTEGRITY_FAILURE') {
        settled += 1
        await resolve(ports, attempt, await lookUp(ports, attempt))
      }
    }
  }
  return { unmatched, settled }
}

function unmatchedBecause(charge: ProviderCharge, attempt: Attempt | undefined): UnmatchedCharge['reason'] | undefined {
  if (!attempt) return charge.metadata.campaign === undefined ? undefined : 'no-payment'
  if (attempt.state === 'DECLINED') return 'declined-here'
  const isOther = charge.amount !== attempt.amount || charge.currency !== attempt.currency
  return attempt.state === 'SUCCEEDED' && isOther ? 'other-amount' : undefined
}

/**
 * Charges the provider made for us since an instant, the newest so many, whose payments we do not have. Their ids are
 * committed before anybody is charged, so in a database that lost nothing there are none: it is how a restored backup
 * is known (trust.md R30). Charges without our name on them are another product's, at the same provider. Throws when
 * the provider is away.
 */
export async function unknownCharges(
  ports: GivingPorts,
  since: Date,
  options?: { readonly atMost?: number },
): Promise<ProviderCharge[]> {
  const charges = (await ports.gateway.chargesSince(since, options)).filter(
    ({ metadata }) => metadata.campaign !== undefined,
  )
  const known = await knownIntents(
    ports.db,
    ports.gateway.provider,
    charges.map(({ providerIntentId }) => providerIntentId),
  )
  return charges.filter(({ providerIntentId }) => !known.has(providerIntentId))
}
