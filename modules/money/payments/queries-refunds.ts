import type { Currency } from '#shared/money.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { IntentState } from './rules/intent.ts'
import './tables.ts'

/** The data of a payment that a refund needs. Minor units. */
export type PaidIntent = {
  readonly id: string
  readonly state: IntentState
  readonly amount: bigint
  readonly currency: Currency
  readonly provider: string
  readonly providerIntentId: string
}

const paidIntent = (db: Db) =>
  db
    .selectFrom('payments.intent')
    .select(['id', 'state', 'amount', 'currency', 'provider', 'provider_intent_id as providerIntentId'])

/** Finds a payment in any state; `isRefundable` decides whether it can be refunded. */
export const findPaidIntent = (db: Db, id: string): Promise<PaidIntent | undefined> =>
  paidIntent(db).where('id', '=', id).executeTakeFirst()

export const findPaidIntentOfProvider = (
  db: Db,
  provider: string,
  providerIntentId: string,
): Promise<PaidIntent | undefined> =>
  paidIntent(db).where('provider', '=', provider).where('provider_intent_id', '=', providerIntentId).executeTakeFirst()

/** Finds a payment and locks its row until the transaction ends, so that concurrent refunds see each other's result. */
export const lockPaidIntent = (tx: Tx, id: string): Promise<PaidIntent | undefined> =>
  paidIntent(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Sets the state of an intent. The database refuses a transition that `rules/intent.ts` doesn't list. */
export const moveIntent = (tx: Tx, id: string, state: IntentState) =>
  tx.updateTable('payments.intent').set({ state }).where('id', '=', id).execute()

/**
 * Returns whether the provider charged something other than agreed. The payment is then frozen until manual review
 * (payments-5).
 */
export const isFrozen = async (db: Db, intentId: string): Promise<boolean> =>
  (await db
    .selectFrom('payments.attempt')
    .select('id')
    .where('intent_id', '=', intentId)
    .where('state', '=', 'INTEGRITY_FAILURE')
    .executeTakeFirst()) !== undefined
