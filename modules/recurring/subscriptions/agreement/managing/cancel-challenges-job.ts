import type { Ports, Tx } from '#shared/ports.ts'
import { occurrencesOf } from '../schedule/occurrence-queries.ts'

/** Name of the job that cancels challenges of another amount than agreed, which the module `billing` runs. */
export const cancelChallengesTask = 'subscriptions:cancel_challenges'

/** Queues that job, in the transaction of a change, if a donation of the plan waits for its donor (recurring-31). */
export async function queueCancelChallenges(
  ports: Pick<Ports, 'enqueue'>,
  tx: Tx,
  subscriptionId: string,
): Promise<void> {
  if ((await occurrencesOf(tx, subscriptionId)).some(({ state }) => state === 'ACTION_REQUIRED'))
    await ports.enqueue(tx, cancelChallengesTask, { subscriptionId })
}
