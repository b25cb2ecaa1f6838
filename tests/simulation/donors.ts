/** What donors do, as the pages let them: each act by the use case, or, where that is the engine's own, with the subscription held. */
import { localDateIn } from '#shared/calendar.ts'
import { addDays } from '#shared/hijri.ts'
import type { AccountViewer } from '#modules/identity/index.ts'
import { someFacts } from '#modules/identity/testing.ts'
import { monthsFor } from '#modules/plans/index.ts'
import { occurrencesIn } from '#modules/plans/rules/schedule.ts'
import { agreeAgain } from '#modules/subscriptions/agree-again.ts'
import { aheadDays, planAhead } from '#modules/subscriptions/materialise.ts'
import type { SubscriptionPorts } from '#modules/subscriptions/port.ts'
import { lockSubscription, saveSubscription } from '#modules/subscriptions/queries.ts'
import { changeOccurrences, leaveOutScheduled, occurrencesOf, reopenComing } from '#modules/subscriptions/queries-occurrences.ts'
import { subscribe } from '#modules/subscriptions/subscribe.ts'
import { asked, programmePlans } from '#modules/subscriptions/testing.ts'
import type { Done } from './oracle.ts'
import type { Act, Story } from './stories.ts'

/** Somebody with a card, and the offers they give by. */
export type Donor = { readonly viewer: AccountViewer; readonly cardId: string }
export type Offers = { readonly weekly: string; readonly monthly: string; readonly campaignId: string }

const planOf: Readonly<Record<Story['kind'], (offers: Offers) => string>> = {
  friday: () => programmePlans.FridayGivers,
  daily: () => programmePlans.DailyGivers,
  weekly: ({ weekly }) => weekly,
  monthly: ({ monthly }) => monthly,
  ramadan: () => programmePlans.Ramadan30Nights,
  'dhul-hijjah': () => programmePlans.DhulHijjah,
}

/** Ten of a pound each. */
export const giftAmount = 1000

export async function begin(ports: SubscriptionPorts, story: Story, donor: Donor, offers: Offers): Promise<string> {
  const isOfNights = story.kind === 'ramadan' || story.kind === 'dhul-hijjah'
  const { id } = await subscribe(
    ports,
    donor.viewer,
    someFacts(),
    asked({
      givingPlanId: planOf[story.kind](offers),
      cardId: donor.cardId,
      donationAmount: isOfNights ? giftAmount * story.nights.length : giftAmount,
      timeZone: story.zone,
      calendar: story.calendar,
      ...(isOfNights ? { hijriYear: story.hijriYear, nights: [...story.nights] } : {}),
      ...(story.kind === 'weekly' ? { weekday: story.weekday } : {}),
      ...(story.kind === 'monthly' ? { anchorDay: story.anchorDay } : {}),
      ...(story.endsOn ? { unsubscribedAt: story.endsOn } : {}),
      ...(story.kind === 'weekly' || story.kind === 'monthly' ? {} : { causes: [{ campaignId: offers.campaignId, share: 10_000 }] }),
    }),
  )
  return id
}

/** What came of it; undefined: it could not be done any more. */
export async function act(ports: SubscriptionPorts, what: Act, id: string, { viewer }: Donor): Promise<Done | undefined> {
  if (what.kind === 'agree') {
    try {
      await agreeAgain(ports, viewer, someFacts(), id)
      return what
    } catch {
      return undefined
    }
  }
  const now = ports.clock()
  return ports.write(async (tx) => {
    const subscription = (await lockSubscription(tx, id))!
    const { state, because } = subscription
    const isOver = state === 'cancelled' || state === 'ended'
    switch (what.kind) {
      case 'skip': {
        const next = (await occurrencesOf(tx, id)).find((each) => each.state === 'SCHEDULED' && each.dueAt > now)
        if (!next) return undefined
        await changeOccurrences(tx, [{ subscriptionId: id, key: next.key, from: ['SCHEDULED'], state: 'SKIPPED', skippedBecause: 'donor' }])
        return { ...what, key: next.key }
      }
      case 'pause':
        if (state !== 'active') return undefined
        await leaveOutScheduled(tx, id)
        await saveSubscription(tx, { ...subscription, state: 'paused', because: 'donor' }, now)
        return what
      case 'resume': {
        if (state !== 'paused' || because !== 'donor') return undefined
        const active = { ...subscription, state: 'active', because: null } as const
        await saveSubscription(tx, active, now)
        await reopenComing(tx, id, now)
        // What is not written down here is by `materialise`, which must begin where the rest ended.
        if (now.getUTCMinutes() % 2 === 0)
          await planAhead(tx, active, await monthsFor({ db: tx }, active.calendar), now, addDays(localDateIn('UTC', now), aheadDays))
        return what
      }
      case 'cancel': {
        if (isOver) return undefined
        const open = (await occurrencesOf(tx, id)).filter((each) => each.state === 'SCHEDULED' || each.state === 'ACTION_REQUIRED')
        await changeOccurrences(
          tx,
          open.map(({ key, state: from }) => ({ subscriptionId: id, key, from: [from], state: 'CANCELLED' })),
        )
        await saveSubscription(tx, { ...subscription, state: 'cancelled', because: 'donor', overAt: now }, now)
        return what
      }
      case 'zone': {
        if (isOver) return undefined
        const rows = (await occurrencesOf(tx, id)).filter(
          (each) => (each.state === 'SCHEDULED' && each.retries === 0) || (each.state === 'SKIPPED' && each.plannedAt > now),
        )
        const months = await monthsFor({ db: tx }, subscription.calendar)
        await changeOccurrences(
          tx,
          rows.flatMap(({ key, on, state: as, skippedBecause }) =>
            occurrencesIn(subscription.schedule, { timeZone: what.zone, from: on, until: on }, months)
              .filter(({ dueAt }) => dueAt > now)
              .map(({ dueAt }) => ({
                subscriptionId: id,
                key,
                from: [as],
                state: as,
                skippedBecause,
                plannedAt: dueAt,
                dueAt,
              })),
          ),
        )
        await saveSubscription(tx, { ...subscription, timeZone: what.zone }, now)
        return what
      }
      default:
        return undefined
    }
  })
}
