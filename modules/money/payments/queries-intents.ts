import type { Db, Ports, Tx } from '#shared/ports.ts'
import type { IntentState } from './rules/intent.ts'
import { type Requester, scopesOf } from './queries-attempts.ts'
import './tables.ts'

/** Finds an intent of the requester, in any state; the caller checks whether it can be retried. */
export const findOpenIntent = (db: Db, id: string, by: Requester) =>
  db
    .selectFrom('payments.intent')
    .select([
      'id',
      'provider',
      'provider_intent_id as providerIntentId',
      'quote_hash as quoteHash',
      'attempts_made as attemptsMade',
      'state',
      'order_details as order',
    ])
    .where('id', '=', id)
    .where('scope', 'in', scopesOf(by))
    .executeTakeFirst()

/** Returns the ids of the requester's declined payments that can be retried, newest first, at most 20. */
export const findOpenIntentIds = async (db: Db, scopes: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('payments.intent')
    .select('id')
    .where('scope', 'in', scopes)
    .where('state', '=', 'CREATED')
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ id }) => id)
}

export type LiveIntent = {
  readonly id: string
  readonly provider: string
  readonly providerIntentId: string
  readonly quoteHash: string
  readonly attemptsMade: number
  readonly state: IntentState
  readonly scope: string
}

/** Finds the one intent of a reference that is paid or can still be paid. */
export const findLiveIntent = (db: Db, reference: string): Promise<LiveIntent | undefined> =>
  db
    .selectFrom('payments.intent')
    .select([
      'id',
      'provider',
      'provider_intent_id as providerIntentId',
      'quote_hash as quoteHash',
      'attempts_made as attemptsMade',
      'state',
      'scope',
    ])
    .where('reference', '=', reference)
    .where('state', 'not in', ['FAILED', 'EXPIRED', 'CANCELLED'])
    .executeTakeFirst()

/**
 * Cancels an abandoned declined intent, so that its reference can be paid by another. Returns false if it is being
 * retried.
 */
export async function cancelOpenIntent(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments.intent')
    .set({ state: 'CANCELLED' })
    .where('id', '=', id)
    .where('state', '=', 'CREATED')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Expires declined orders whose timeout has passed, at most 200 of them, and returns them. */
export const expireIntents = (
  ports: Ports,
  now: Date,
): Promise<{ id: string; provider: string; providerIntentId: string }[]> =>
  ports.statement(
    'payments.close_lapsed',
    `
      update payments.intent
      set state = 'EXPIRED'
      where id in (
        select id from payments.intent where state = 'CREATED' and expires_at <= $1 limit 200 for update skip locked
      )
      returning id, provider, provider_intent_id as "providerIntentId"
    `,
    [now],
  )

/** Returns which of these intents are paid or may still be paid. */
export async function filterOpenIntents(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('payments.intent')
    .select('id')
    .where('id', 'in', [...ids])
    .where('state', 'in', ['CREATED', 'REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED'])
    .execute()
  return new Set(rows.map((row) => row.id))
}
