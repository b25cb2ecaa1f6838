import { one, required } from '#shared/collections.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { HijriMonths } from '#shared/hijri.ts'
import type { Locale } from '#shared/text.ts'
import { findLevelOfPlan, getCampaignForDonation } from '#modules/causes/campaigns/index.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { isActive, paymentStatusOf } from '#modules/recurring/plans/rules/states.ts'
import { chargedOf, coveredFeeOf, paidFees } from './pricing/charged-amounts.ts'
import { chargeNowOf } from './pricing/charge-now.ts'
import type { OccurrenceView, SubscriptionView } from '../contract-views.ts'
import type { SubscriptionPorts } from './ports.ts'
import type { Subscription } from './subscription-queries.ts'
import { isDaily } from './pricing/compose-charge.ts'
import { sumDonatedBy } from './pricing/sum-donated.ts'
import { cardOfPlan } from './donor/plan-donor.ts'
import { asAgreedNow } from '../rules/agreed-amounts.ts'
import { isUpcoming } from '../rules/changed-portions.ts'
import { failureCauseOf } from '../rules/failure-cause.ts'
import { hijriDayOf } from '../rules/hijri-day.ts'
import { levelStateOf } from '../rules/level-state.ts'
import {
  fitsTotal,
  canBePaidNow,
  canBeRestored,
  donationsBeingCharged,
  latestFailure,
} from '../rules/open-donations.ts'
import { upcomingOf } from './schedule/upcoming.ts'
import { isAllPlanned, totalViewOf } from './total.ts'
import { type OccurrenceRow, occurrencesOf } from './schedule/occurrence-queries.ts'

/** Data for the view of a donation that its row doesn't have. */
type OccurrenceContext = {
  readonly now: Date
  readonly locale: Locale
  readonly charge: OccurrenceView['charge']
  readonly coveredFee: bigint
  readonly months: HijriMonths
  /** All donations of the plan. */
  readonly rows: readonly OccurrenceRow[]
}

function occurrenceView(
  occurrence: OccurrenceRow,
  subscription: Subscription,
  { now, locale, charge, coveredFee, months, rows }: OccurrenceContext,
): OccurrenceView {
  const isLive = isActive(subscription.state)
  return {
    key: occurrence.key,
    on: occurrence.on,
    onHijri: hijriDayOf(subscription.schedule, occurrence, months, locale),
    dueAt: occurrence.dueAt,
    number: occurrence.number,
    isUncertain: occurrence.isUncertain,
    gift: Number(occurrence.gift),
    tip: Number(occurrence.tip),
    coveredFee: Number(coveredFee),
    status: paymentStatusOf(occurrence.state),
    needsDonorAction:
      occurrence.state === 'ACTION_REQUIRED' && (occurrence.actionDeadline === null || occurrence.actionDeadline > now),
    canBeSkipped: isLive && occurrence.state === 'SCHEDULED',
    canBeRestored: canBeRestored(occurrence, subscription, now),
    isToCome: isLive && isUpcoming(occurrence, now),
    canBePaid: canBePaidNow(occurrence, subscription, now) && fitsTotal(occurrence, subscription, rows),
    charge,
    triedAgainAt: isLive && occurrence.state === 'SCHEDULED' && occurrence.retries > 0 ? occurrence.dueAt : null,
    donationIntentId: occurrence.intentId,
  }
}

const frequencyOf = ({ schedule }: Subscription): SubscriptionView['frequency'] =>
  schedule.kind === 'week' || schedule.kind === 'month' || schedule.kind === 'year' ? schedule.kind : 'day'

/** Returns the amount of each donation; for nights, their sum. */
function amountsOf({ portions }: Subscription): { readonly gift: bigint; readonly tip: bigint } {
  const list = 'each' in portions ? [portions.each] : Object.values(portions.byNumber)
  return {
    gift: list.reduce((sum, { gift }) => sum + BigInt(gift), 0n),
    tip: list.reduce((sum, { tip }) => sum + BigInt(tip), 0n),
  }
}

/** Returns a subscription as it appears in the donor's list. */
export async function summaryOf(
  ports: SubscriptionPorts,
  subscription: Subscription,
  locale: Locale,
): Promise<SubscriptionView> {
  const { occurrences: _, ...summary } = await planViewOf(ports, subscription, locale)
  return summary
}

/** Returns a subscription with all its donations, for its donor. */
export async function planViewOf(
  ports: SubscriptionPorts,
  subscription: Subscription,
  locale: Locale,
): Promise<SubscriptionView & { readonly occurrences: OccurrenceView[] }> {
  const now = ports.clock()
  const [stored, card, campaigns, level, months] = await Promise.all([
    occurrencesOf(ports.db, subscription.id),
    cardOfPlan(ports, subscription),
    Promise.all(subscription.causes.map(({ campaignId }) => getCampaignForDonation(ports, BigInt(campaignId)))),
    subscription.levelId === null ? undefined : findLevelOfPlan(ports.db, subscription.levelId),
    monthsFor(ports, subscription.calendar),
  ])
  const rows = stored.map((row) =>
    canBePaidNow(row, subscription, now) ? one(asAgreedNow([row], subscription, stored)) : row,
  )
  const feeOf = coveredFeeOf(ports, subscription)
  const given = await sumDonatedBy(ports.db, rows)
  const fees = paidFees(rows, given.donations, subscription.currency)
  const occurrences = await Promise.all(
    rows.map(async (row) => {
      const coveredFee = fees.get(row.key) ?? (await feeOf(row))
      const isPayable = canBePaidNow(row, subscription, now) && fitsTotal(row, subscription, rows)
      const charge = isPayable ? await chargeNowOf(ports, subscription, row) : null
      return occurrenceView(row, subscription, { now, locale, charge, coveredFee, months, rows })
    }),
  )
  const failed = latestFailure(rows, subscription, now)
  const amounts = amountsOf(subscription)
  const { charged, with30 } = await chargedOf(ports, subscription, feeOf)
  return {
    id: subscription.id,
    givingPlanId: subscription.planId,
    programme: subscription.programme,
    frequency: frequencyOf(subscription),
    status: isActive(subscription.state) ? 'active' : 'inactive',
    state: subscription.state,
    reason: subscription.reason,
    donationAmount: Number(amounts.gift),
    donationAmountCurrency: subscription.currency,
    tipAmount: Number(amounts.tip),
    charged,
    chargedWith30: with30,
    total: totalViewOf(subscription, rows, months, now),
    causes: subscription.causes.map(({ campaignId, share }, index) => ({
      campaignId,
      share,
      name: campaigns[index]?.name ?? '',
      slug: campaigns[index]?.slug ?? '',
    })),
    reward: level
      ? {
          id: String(level.id),
          title: level.title,
          amount: Number(level.amount),
          state: levelStateOf({
            state: subscription.state,
            hasGiven: rows.some(({ state: occurrenceState }) => occurrenceState === 'SUCCEEDED'),
          }),
        }
      : null,
    isZakat: subscription.isZakat,
    maximizeZakat: subscription.maximizeZakat,
    giftAid: subscription.giftAid,
    taxReceipt: subscription.taxReceipt,
    card: card
      ? { id: card.id, brand: card.brand, last4: card.last4, expMonth: card.expMonth, expYear: card.expYear }
      : null,
    timeZone: subscription.timeZone,
    calendar: subscription.calendar,
    startsOn: subscription.startsOn,
    unsubscribedAt: subscription.endsOn,
    resumesOn: subscription.resumesOn,
    anonymous: subscription.details.isAnonymous,
    CustomName: subscription.details.customName ?? '',
    remindBefore: subscription.details.remindBefore,
    monthly: isDaily(subscription) ? (subscription.details.monthly ?? 'summary') : null,
    agreedAt: subscription.details.agreedAt,
    agreedWords: subscription.details.agreedWords ?? null,
    consentUntil: subscription.consentUntil,
    next:
      occurrences.find(({ status, dueAt }) => status === 'SCHEDULED' && dueAt > now) ??
      (isAllPlanned(subscription, rows) ? null : await upcomingOf(ports, subscription, locale, feeOf)),
    given: { count: given.count, amount: Number(given.gift) },
    failed: failed
      ? {
          key: failed.key,
          on: failed.on,
          gift: Number(failed.gift),
          tip: Number(failed.tip),
          charge: required(occurrences[rows.indexOf(failed)], 'occurrence').charge,
          cause: failureCauseOf(failed.declineCode),
          needsDonorAction: failed.state === 'ACTION_REQUIRED',
          triedAgainOn: failed.state === 'SCHEDULED' ? localDateIn(subscription.timeZone, failed.dueAt) : null,
        }
      : null,
    chargingOn: donationsBeingCharged(rows)[0]?.on ?? null,
    version: subscription.version,
    createdAt: subscription.createdAt,
    occurrences,
  }
}
