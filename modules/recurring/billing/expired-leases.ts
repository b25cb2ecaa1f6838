import { minuteMs } from '#shared/time.ts'
import { leaseLapsedCharges } from '#modules/recurring/agreement/index-occurrences.ts'
import type { SubscriptionPorts } from '#modules/recurring/agreement/index.ts'
import { handleChargeOutcome } from './charge-outcome.ts'

/**
 * Looks at charges whose worker never said what became of them. Nothing is asked for again before it is known
 * (recurring-3).
 */
export async function recoverExpiredLeases(ports: SubscriptionPorts, limit = 50): Promise<number> {
  const now = ports.clock()
  const lapsed = await ports.write((tx) => leaseLapsedCharges(tx, now, new Date(now.getTime() + minuteMs), limit))
  for (const each of lapsed) await handleChargeOutcome(ports, each)
  return lapsed.length
}
