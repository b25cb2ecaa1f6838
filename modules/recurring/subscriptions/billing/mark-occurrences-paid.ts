import type { Tx } from '#shared/ports.ts'
import { lockSubscriptions, resetFailures } from '../agreement/subscription-queries.ts'
import { type OccurrenceChange, changeOccurrences } from '../agreement/schedule/occurrence-queries.ts'
import { inProgressStates } from '#modules/recurring/plans/rules/states.ts'

/** Closes donations whose payment succeeded, in the transaction that takes the event from the outbox. Idempotent. */
export async function markOccurrencesPaid(
  tx: Tx,
  paid: readonly {
    readonly subscriptionId: string
    readonly keys: readonly string[]
    readonly intentId: string
    readonly at: Date
  }[],
): Promise<number> {
  const ids = [...new Set(paid.map(({ subscriptionId }) => subscriptionId))]
  await lockSubscriptions(tx, ids)
  const closed = await changeOccurrences(
    tx,
    paid.flatMap(({ subscriptionId, keys, intentId, at }) =>
      keys.map((key): OccurrenceChange => ({
        subscriptionId,
        key,
        from: inProgressStates,
        state: 'SUCCEEDED',
        intentId,
        leaseUntil: null,
        actionDeadline: null,
        settledAt: at,
      })),
    ),
  )
  await resetFailures(tx, ids)
  return closed
}
