import type { PlanLookup } from '#modules/money/refunds/index.ts'
import type { Db } from '#shared/ports.ts'
import { mandateOf } from '#modules/money/cards/rules/mandate.ts'
import { findSubscription } from './subscription-queries.ts'
import '../tables.ts'

/**
 * What the donor agreed to when the plan started or was renewed; evidence in a dispute (refunds-4). `ip` is empty after
 * erasure.
 */
type Agreement = { readonly at: Date; readonly ip: string; readonly words: string }

export async function agreementOf(db: Db, subscriptionId: string): Promise<Agreement | undefined> {
  const subscription = await findSubscription(db, subscriptionId)
  if (!subscription) return undefined
  const { agreedVersion, agreedWords, agreedAt, ip, locale } = subscription.details
  const words = agreedWords ?? mandateOf(agreedVersion, locale)
  return words === undefined ? undefined : { at: new Date(agreedAt), ip, words }
}

/** Returns what refund pages show about the plan of a donation. */
export const planLookup: PlanLookup = {
  findAgreement: agreementOf,
  findOccurrence: (db, { subscriptionId, keys }) =>
    db
      .selectFrom('subscriptions.occurrence')
      .select(['state', 'due_at as dueAt', 'action_deadline as actionDeadline', 'intent_id as paidBy'])
      .where('subscription_id', '=', subscriptionId)
      .where('occurrence_key', 'in', [...keys])
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst(),
}
