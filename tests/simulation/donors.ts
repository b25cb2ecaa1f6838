/** Performs the actions of simulated donors with the use cases of the pages. */
import { isProblem } from '#shared/problem.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { aRequestContext } from '#modules/platform/identity/testing.ts'
import { renewConsent } from '#modules/recurring/subscriptions/agreement/consent/renew-consent.ts'
import { cancelSubscription } from '#modules/recurring/subscriptions/agreement/managing/cancel.ts'
import { changePlan } from '#modules/recurring/subscriptions/agreement/managing/change-plan.ts'
import { pauseSubscription } from '#modules/recurring/subscriptions/agreement/managing/pause.ts'
import type { SubscriptionPorts } from '#modules/recurring/subscriptions/agreement/ports.ts'
import { findSubscription } from '#modules/recurring/subscriptions/agreement/subscription-queries.ts'
import { occurrencesOf } from '#modules/recurring/subscriptions/agreement/schedule/occurrence-queries.ts'
import { resumeSubscription } from '#modules/recurring/subscriptions/agreement/managing/resume.ts'
import { skipDonation } from '#modules/recurring/subscriptions/agreement/managing/skip-donation.ts'
import { subscribe } from '#modules/recurring/subscriptions/agreement/subscribe.ts'
import { aPlanRequest, eachOf, programmePlans } from '#modules/recurring/subscriptions/testing.ts'
import type { Done } from './oracle.ts'
import type { Act, Story } from './stories.ts'

/** A donor with a card and plans. */
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

/** Ten donations of one pound each. */
const donationAmount = 1000

export async function startPlan(ports: SubscriptionPorts, story: Story, donor: Donor, offers: Offers): Promise<string> {
  const hasNights = story.kind === 'ramadan' || story.kind === 'dhul-hijjah'
  const { id } = await subscribe(
    ports,
    donor.viewer,
    aRequestContext({ idempotencyKey: ports.newId() }),
    aPlanRequest({
      givingPlanId: planOf[story.kind](offers),
      cardId: donor.cardId,
      donationAmount: donationAmount,
      timeZone: story.zone,
      calendar: story.calendar,
      ...(hasNights ? { hijriYear: story.hijriYear, ...eachOf(story.nights, donationAmount) } : {}),
      ...(story.kind === 'weekly' ? { weekday: story.weekday } : {}),
      ...(story.kind === 'monthly' ? { anchorDay: story.anchorDay } : {}),
      ...(story.endsOn ? { unsubscribedAt: story.endsOn } : {}),
      ...(story.kind === 'weekly' || story.kind === 'monthly'
        ? {}
        : { causes: [{ campaignId: offers.campaignId, share: 10_000 }] }),
    }),
  )
  return id
}

/** Performs an action and returns its result; undefined if it was too late. */
export async function act(ports: SubscriptionPorts, what: Act, id: string, donor: Donor): Promise<Done | undefined> {
  const { viewer } = donor
  const context = aRequestContext()
  const request = { by: { kind: 'donor', viewer, id } as const, context }
  const { state, reason, version } = (await findSubscription(ports.db, id))!
  try {
    switch (what.kind) {
      case 'skip': {
        const now = ports.clock()
        const next = (await occurrencesOf(ports.db, id)).find(
          (occurrence) => occurrence.state === 'SCHEDULED' && occurrence.dueAt > now,
        )
        if (!next) return undefined
        await skipDonation(ports, { ...request, key: next.key })
        return { ...what, key: next.key }
      }
      case 'pause':
        if (state !== 'active') return undefined
        await pauseSubscription(ports, request)
        return what
      case 'resume':
        if (state !== 'paused' || reason !== 'donor') return undefined
        await resumeSubscription(ports, request)
        return what
      case 'cancel':
        await cancelSubscription(ports, request)
        return what
      case 'zone':
        await changePlan(ports, viewer, context, { subscriptionId: id, version, timeZone: what.zone })
        return what
      case 'agree':
        await renewConsent(ports, viewer, context, id)
        return what
      default:
        return undefined
    }
  } catch (error) {
    // An occurrence was charged between reading and saving, so the donor sees the current state and repeats the
    // request.
    if (isProblem(error) && error.code === 'subscription-changed') return act(ports, what, id, donor)
    if (isProblem(error) && refusals.includes(error.code)) return undefined
    throw error
  }
}

/** Refusals that a late request may get. */
const refusals: readonly string[] = [
  'subscription-over',
  'subscription-paused',
  'agreement-ended',
  'donation-under-way',
  'donation-not-open',
]
