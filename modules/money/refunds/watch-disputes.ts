import { countPaidSince } from '#modules/money/payments/index.ts'
import { addDuration, type RefundPorts, refundTimeouts } from './ports.ts'
import { countDisputesSince } from './queries/refunds.ts'
import { isDisputeRateHigh } from './rules/dispute-rate.ts'

/**
 * Logs an error, once a day, if the rate of disputes in the last month endangers the platform's account; won disputes
 * count.
 */
export async function watchDisputes(ports: RefundPorts): Promise<void> {
  const since = addDuration(ports.clock(), { days: -refundTimeouts.disputeRateDays })
  const [paid, disputed] = await Promise.all([countPaidSince(ports.db, since), countDisputesSince(ports.db, since)])
  if (isDisputeRateHigh({ paid, disputed }))
    ports.log.error({ paid, disputed, days: refundTimeouts.disputeRateDays }, 'too many payments are disputed')
}
