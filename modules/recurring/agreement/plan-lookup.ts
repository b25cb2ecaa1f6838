import type { PlanLookup } from '#modules/money/refunds/index.ts'
import { agreementOf } from './agreement.ts'
import './tables.ts'

/** Answers what refunds show of the plan that a donation belongs to. */
export const planLookup: PlanLookup = {
  findAgreement: agreementOf,
  findOccurrence: (db, { subscriptionId, keys }) =>
    db
      .selectFrom('subscriptions.occurrence')
      .select(['state', 'due_at as dueAt', 'waits_until as waitsUntil', 'intent_id as paidBy'])
      .where('subscription_id', '=', subscriptionId)
      .where('occurrence_key', 'in', [...keys])
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst(),
}
