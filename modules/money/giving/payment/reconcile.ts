import {
  type Attempt,
  findAttemptsByProviderIntents,
  forEachProvider,
  type PaymentProvider,
  type ProviderCharge,
  filterKnownIntents,
} from '#modules/money/payments/index.ts'
import type { GivingPorts } from '../ports.ts'
import { fetchOutcome, resolve } from './resolve.ts'

const chargesAtOnce = 500

/** A provider's charge that isn't paid in our books. */
export type UnmatchedCharge = {
  readonly charge: ProviderCharge
  readonly intentId: string | null
  readonly reason: 'no-payment' | 'declined-here' | 'other-amount'
}

type Sweep = { readonly unmatched: readonly UnmatchedCharge[]; readonly settled: number }

/**
 * Settles charges whose webhooks were missed: every charge of the providers since `since` must be in our books with
 * the same amount (payments-11). Returns the charges it can't resolve. Charges without our metadata belong to another
 * product that uses the same provider account.
 */
export async function reconcileCharges(ports: GivingPorts, since: Date): Promise<Sweep> {
  const sweeps = await forEachProvider(ports, (provider) => sweepProvider(ports, provider, since))
  return {
    unmatched: sweeps.flatMap(({ unmatched }) => unmatched),
    settled: sweeps.reduce((sum, { settled }) => sum + settled, 0),
  }
}

async function sweepProvider(ports: GivingPorts, provider: PaymentProvider, since: Date): Promise<Sweep> {
  const unmatched: UnmatchedCharge[] = []
  let settled = 0
  const charges = await provider.chargesSince(since)
  for (let from = 0; from < charges.length; from += chargesAtOnce) {
    const some = charges.slice(from, from + chargesAtOnce)
    const ids = some.map(({ providerIntentId }) => providerIntentId)
    const attempts = await findAttemptsByProviderIntents(ports, provider.name, ids)
    for (const charge of some) {
      const attempt = attempts.get(charge.providerIntentId)
      const reason = findMismatch(charge, attempt)
      if (reason) {
        unmatched.push({ charge, intentId: attempt?.intentId ?? null, reason })
      } else if (attempt && attempt.state !== 'SUCCEEDED' && attempt.state !== 'INTEGRITY_FAILURE') {
        settled += 1
        await resolve(ports, attempt, await fetchOutcome(ports, attempt))
      }
    }
  }
  return { unmatched, settled }
}

function findMismatch(charge: ProviderCharge, attempt: Attempt | undefined): UnmatchedCharge['reason'] | undefined {
  if (!attempt) return charge.metadata.campaign === undefined ? undefined : 'no-payment'
  if (attempt.state === 'DECLINED') return 'declined-here'
  const isOther = charge.amount !== attempt.amount || charge.currency !== attempt.currency
  return attempt.state === 'SUCCEEDED' && isOther ? 'other-amount' : undefined
}

/**
 * Returns the providers' charges since an instant, at most the newest `atMost` of each, that aren't in our database
 * although they have our metadata. We commit ids before a charge, so such charges mean that the database lost data,
 * for example by restoring a backup (recurring-7). Throws if a provider is unavailable.
 */
export async function findUnknownCharges(
  ports: GivingPorts,
  since: Date,
  options?: { readonly atMost?: number },
): Promise<ProviderCharge[]> {
  const unknown = await forEachProvider(ports, async (provider) => {
    const charges = (await provider.chargesSince(since, options)).filter(
      ({ metadata }) => metadata.campaign !== undefined,
    )
    const known = await filterKnownIntents(
      ports.db,
      provider.name,
      charges.map(({ providerIntentId }) => providerIntentId),
    )
    return charges.filter(({ providerIntentId }) => !known.has(providerIntentId))
  })
  return unknown.flat()
}
