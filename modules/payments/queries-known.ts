import type { Db } from '#shared/ports.ts'
import './tables.ts'

/** Which of a provider's intents are ours: their ids are committed before anybody is charged by them. */
export async function knownIntents(db: Db, provider: string, providerIntentIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (providerIntentIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('payments.intent')
    .select('provider_intent_id as id')
    .where('provider', '=', provider)
    .where('provider_intent_id', 'in', [...providerIntentIds])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** When the last payment was asked for that was made no later than an instant; undefined: there is none. Newest first by their ids, so few are read. */
export const lastPaidBefore = async (db: Db, until: Date): Promise<Date | undefined> =>
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
