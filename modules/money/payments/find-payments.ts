import type { Currency } from '#shared/money.ts'
import type { Db, Ports } from '#shared/ports.ts'
import type { LiveIntent } from './queries-intents.ts'
import './tables.ts'

/** Returns which of a provider's intents are ours. We commit their ids before any charge. */
export async function filterKnownIntents(
  db: Db,
  provider: string,
  providerIntentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (providerIntentIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('payments.intent')
    .select('provider_intent_id as id')
    .where('provider', '=', provider)
    .where('provider_intent_id', 'in', [...providerIntentIds])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Returns when the last paid payment up to `until` was submitted; undefined if there is none. Reads by descending id,
 * so few rows are read.
 */
export const findLastPaidBefore = async (db: Db, until: Date): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('payments.attempt')
      .select('submitted_at as at')
      .where('state', '=', 'SUCCEEDED')
      .where('submitted_at', '<=', until)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.at

/** Finds the one intent of a reference that is paid or can still be paid. Concurrent calls share one SQL statement. */
export const readLiveIntent = (ports: Ports, reference: string): Promise<LiveIntent | null> =>
  ports.batch('payments.live', reference, (references) => liveIntents(ports, references))

async function liveIntents(ports: Ports, references: readonly string[]): Promise<(LiveIntent | null)[]> {
  const rows = await ports.statement<LiveIntent & { reference: string }>(
    'payments.live_intents',
    `
      select
        reference,
        id,
        provider,
        provider_intent_id as "providerIntentId",
        quote_hash as "quoteHash",
        attempts_made as "attemptsMade",
        state,
        scope
      from payments.intent
      where reference = any($1::text[]) and state not in ('FAILED', 'EXPIRED', 'CANCELLED')
    `,
    [references],
  )
  const byReference = new Map(rows.map((row) => [row.reference, row]))
  return references.map((reference) => byReference.get(reference) ?? null)
}

/**
 * A payment that needs manual review: the charged amount differs from the agreed one, or the outcome stayed unknown
 * for a day. Minor units.
 */
export type StuckAttempt = {
  readonly intentId: string
  readonly provider: string
  readonly providerIntentId: string
  readonly amount: bigint
  readonly currency: Currency
  readonly state: 'INTEGRITY_FAILURE' | 'UNKNOWN'
}

export const findStuckAttempts = (db: Db): Promise<StuckAttempt[]> =>
  db
    .selectFrom('payments.attempt as a')
    .innerJoin('payments.intent as i', 'i.id', 'a.intent_id')
    .select([
      'a.intent_id as intentId',
      'i.provider',
      'i.provider_intent_id as providerIntentId',
      'a.amount',
      'a.currency',
      'a.state',
    ])
    .where((where) =>
      where.or([
        where('a.state', '=', 'INTEGRITY_FAILURE'),
        where.and([where('a.state', '=', 'UNKNOWN'), where('a.next_lookup_at', 'is', null)]),
      ]),
    )
    .orderBy('a.id')
    .limit(1000)
    .execute() as Promise<StuckAttempt[]>
