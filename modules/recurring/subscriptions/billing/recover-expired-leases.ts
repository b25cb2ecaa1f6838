import { minuteMs } from '#shared/time.ts'
import { leaseLapsedCharges } from '../agreement/schedule/claim-queries.ts'
import type { SubscriptionPorts } from '../agreement/ports.ts'
import { handleChargeOutcome } from './charge-outcome.ts'

/**
 * Looks up charges whose worker never recorded a result. Nothing is charged again before the result is known
 * (recurring-3). Returns the number of charges.
 */
export async function recoverExpiredLeases(ports: SubscriptionPorts, limit = 50): Promise<number> {
  const now = ports.clock()
  const lapsed = await ports.write((tx) => leaseLapsedCharges(tx, now, new Date(now.getTime() + minuteMs), limit))
  for (const item of lapsed) await handleChargeOutcome(ports, item)
  return lapsed.length
}
