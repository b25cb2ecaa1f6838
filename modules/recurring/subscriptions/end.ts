import { hijriOf, localDateIn } from '#shared/calendar.ts'
import { findLiveIntent } from '#modules/money/payments/index.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import { failGifts } from './follow.ts'
import { giveUpLevel } from './level.ts'
import type { SubscriptionPorts } from './port.ts'
import { lockSubscription, saveSubscription } from './queries.ts'
import { occurrencesOfCharge } from './queries-occurrences.ts'
import { behindThem, unanswered } from './queries-years.ts'
import { referenceOf } from './reference.ts'
import { tell } from './tell.ts'

/**
 * Ends what has given its last: a plan whose last day has passed, a programme whose nights are behind it. Answers how
 * many.
 */
export async function endOver(ports: SubscriptionPorts, limit = 200): Promise<number> {
  const now = ports.clock()
  return ports.write(async (tx) => {
    const over = await behindThem(tx, now, hijriOf(localDateIn('UTC', now)).year, limit)
    let ended = 0
    for (const id of over) {
      const subscription = await lockSubscription(tx, id)
      if (!subscription || !isActive(subscription.state)) continue
      await giveUpLevel(tx, subscription)
      await saveSubscription(tx, { ...subscription, state: 'ended', because: 'over', overAt: now }, now)
      await tell(ports, tx, { kind: 'ended', subscriptionId: id })
      ended += 1
    }
    return ended
  })
}

/**
 * Gifts that waited seven days for their donor to answer the bank have failed (decisions.md 20). One that is just being
 * paid for is left to its payment, which ends by itself. Answers how many charges were given up.
 */
export async function failUnanswered(ports: SubscriptionPorts, limit = 200): Promise<number> {
  const now = ports.clock()
  const waiting = await ports.write((tx) => unanswered(tx, now, limit))
  let failed = 0
  for (const { subscriptionId, chargeId } of waiting)
    failed += await ports.write(async (tx) => {
      const subscription = await lockSubscription(tx, subscriptionId)
      const taken = (await occurrencesOfCharge(tx, chargeId)).filter(
        ({ state, waitsUntil }) => state === 'ACTION_REQUIRED' && waitsUntil !== null && waitsUntil <= now,
      )
      if (!subscription || taken.length === 0) return 0
      for (const each of taken) if (await findLiveIntent(tx, referenceOf(each))) return 0
      await failGifts(ports, tx, subscription, taken, {
        code: taken[0]!.declineCode ?? 'authentication_required',
        needsCard: false,
      })
      return 1
    })
  return failed
}
