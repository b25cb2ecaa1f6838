import type { PlanLookup } from '#modules/money/refunds/index.ts'
import { agreementOf } from './agreement.ts'
import '../tables.ts'

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
