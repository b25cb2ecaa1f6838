import { localDateIn } from '#shared/calendar.ts'
import { addDays } from '#shared/hijri.ts'
import type { SubscriptionPorts } from '../port.ts'
import { lockSubscription } from '../subscription-queries.ts'
import { lapsedConsents, lockToAsk, saveAsked } from '../year-queries.ts'
import { suspendSubscription } from '../states/suspend.ts'
import { askDaysBefore } from '../rules/consent.ts'
import { queueNotice } from '../notify.ts'

/** Mails donors whose agreement ends within 30 days, once each, to renew it. Returns the number of mails. */
export async function askConsents(ports: SubscriptionPorts, limit = 200): Promise<number> {
  const now = ports.clock()
  return ports.write(async (tx) => {
    const list = await lockToAsk(tx, addDays(localDateIn('UTC', now), askDaysBefore), limit)
    if (list.length === 0) return 0
    await saveAsked(tx, list, now)
    for (const subscriptionId of list) await queueNotice(ports, tx, { kind: 'consent', subscriptionId })
    return list.length
  })
}

/** Pauses plans whose agreement ended without a renewal. Returns their number. */
export async function suspendUnagreed(ports: SubscriptionPorts, limit = 200): Promise<number> {
  const now = ports.clock()
  return ports.write(async (tx) => {
    const lapsed = await lapsedConsents(tx, now, limit)
    let rested = 0
    for (const id of lapsed) {
      const subscription = await lockSubscription(tx, id)
      if (subscription?.state !== 'active' || subscription.consentUntil >= localDateIn(subscription.timeZone, now))
        continue
      await suspendSubscription(ports, tx, subscription, { state: 'paused', reason: 'consent' })
      rested += 1
    }
    return rested
  })
}
