import { addDays } from '#shared/date-arithmetic.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { lockSubscription } from '../subscription-queries.ts'
import { expiredConsents, lockConsentsToRenew, saveRenewalRequested } from '../deadline-queries.ts'
import { suspendSubscription } from '../states/suspend-subscription.ts'
import { renewalNoticeDays } from '../../rules/consent.ts'
import { queueNotice } from '../queue-notice.ts'

/** Mails donors whose agreement ends within 30 days, once each, to renew it. Returns the number of mails. */
export async function requestConsentRenewals(ports: SubscriptionPorts, limit = 200): Promise<number> {
  const now = ports.clock()
  return ports.write(async (tx) => {
    const list = await lockConsentsToRenew(tx, addDays(localDateIn('UTC', now), renewalNoticeDays), limit)
    if (list.length === 0) return 0
    await saveRenewalRequested(tx, list, now)
    for (const subscriptionId of list) await queueNotice(ports, tx, { kind: 'consent', subscriptionId })
    return list.length
  })
}

/** Pauses plans whose agreement ended without a renewal. Returns their number. */
export async function suspendExpiredConsents(ports: SubscriptionPorts, limit = 200): Promise<number> {
  const now = ports.clock()
  return ports.write(async (tx) => {
    const lapsed = await expiredConsents(tx, now, limit)
    let suspendedCount = 0
    for (const id of lapsed) {
      const subscription = await lockSubscription(tx, id)
      if (subscription?.state !== 'active' || subscription.consentUntil >= localDateIn(subscription.timeZone, now))
        continue
      await suspendSubscription(ports, tx, subscription, { state: 'paused', reason: 'consent' })
      suspendedCount += 1
    }
    return suspendedCount
  })
}
