import { addDays } from '#shared/date-arithmetic.ts'
import { required } from '#shared/collections.ts'
import { type LocalDate, localDate, localDateIn } from '#shared/calendar.ts'
import { Problem } from '#shared/problem.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { type HijriMonths } from '#shared/hijri.ts'
import type { Tx } from '#shared/ports.ts'
import { type Currency, money } from '#shared/money.ts'
import {
  type CampaignForDonation,
  getCampaignForDonation,
  findLevelOfPlan,
  releasePlanClaim,
} from '#modules/causes/campaigns/index.ts'
import { chargeableCard, removePlanCard } from '#modules/money/cards/index.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { checkName } from '#modules/money/giving/rules/free-text.ts'
import { donorFields } from '#modules/money/giving/rules/donor-fields.ts'
import { occurrencesIn, isProgrammeOfNights } from '#modules/recurring/plans/rules/schedule.ts'
import { findPlan, monthsFor } from '#modules/recurring/plans/index.ts'
import { cardOwnerOf } from '../donor/plan-donor.ts'
import { toCardFault } from './card-fault.ts'
import type { PlanChange } from '../../contract-managing.ts'
import { invalid, validateCauses, assertAmountsChargeable, parseTimeZone } from '../draft.ts'
import { recalculateNights } from '../schedule/reschedule-nights.ts'
import { rescheduleOccurrences } from '../schedule/reschedule.ts'
import { meetsLevel } from './level.ts'
import { type PlanRequester, manage, findOpenableSubscription } from './manage.ts'
import { lastDayOf } from '../schedule/schedule-donations.ts'
import { endsWithinDays } from '../../rules/requested-schedule.ts'
import { changedPortions, futureDonations, type FutureDonation } from '../../rules/changed-portions.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { remainingOfTotal } from '../../rules/plan-total.ts'
import { assertTotalChargeable } from '../total.ts'
import { saveSubscription, type Subscription } from '../subscription-queries.ts'
import { type OccurrenceRow, occurrencesOf } from '../schedule/occurrence-queries.ts'
import { reactivate } from './resume.ts'
import { notifyOfChange } from './notify-change.ts'
import { queueCancelChallenges } from './cancel-challenges-job.ts'
import { isResumedByCard } from './replace-card.ts'

/**
 * Changes amount, tip, causes, card, last day, time zone, calendar or public name of all future donations. With a fault
 * at any field, nothing changes. A new card or open causes also end a pause that the old ones caused.
 */
export const changePlan = (
  ports: SubscriptionPorts,
  viewer: Viewer,
  context: RequestContext,
  { subscriptionId, ...request }: PlanChange,
): Promise<Subscription> => changeAs(ports, { kind: 'donor', viewer, id: subscriptionId }, context, request)

/** Changes a plan for an account or the holder of a link; without `version` the change applies to any version. */
export async function changeAs(
  ports: SubscriptionPorts,
  by: PlanRequester,
  context: RequestContext,
  { version, ...request }: ChangeRequest & { readonly version?: number | undefined },
): Promise<Subscription> {
  const before = await findOpenableSubscription(ports, by)
  const [months, monthsBefore] = await Promise.all([
    monthsFor(ports, request.calendar ?? before.calendar),
    monthsFor(ports, before.calendar),
  ])
  const now = ports.clock()
  const subscription = await subscriptionAfterChange(ports, before, request, months, now)
  const followsAnother = subscription.calendar !== before.calendar && isProgrammeOfNights(before.schedule)
  const isOtherCard = subscription.cardId !== before.cardId
  const ends = {
    card: isOtherCard && isResumedByCard(before),
    causes: request.causes !== undefined && ['causes', 'zakat', 'charity', 'page'].includes(before.reason ?? ''),
  }
  const changed = Object.keys(request).filter((name) => request[name as keyof typeof request] !== undefined)
  return manage(
    ports,
    { by, context, version, act: 'subscriptions.changed', details: { changed } },
    async (tx, locked) => {
      const next: Subscription = {
        ...subscription,
        ...(await levelAfterChange(tx, locked, subscription)),
        failures: locked.failures,
        scheduledUntil: locked.scheduledUntil,
        consentUntil: locked.consentUntil,
      }
      if (followsAnother) assertNotBegun(locked, await occurrencesOf(tx, locked.id), [monthsBefore, months], now)
      // The plan's own card, from when it was a guest's, is used for nothing else.
      if (isOtherCard) await removePlanCard(ports, tx, locked.id)
      if (ends.card || ends.causes) await reactivate(ports, tx, next, months, now)
      else {
        await saveSubscription(tx, next, now)
        await rescheduleOccurrences(tx, next, months, now, now)
        await notifyOfChange(ports, tx, locked, 'changed')
      }
      // The new calendar may have a night more or less than the old one.
      if (followsAnother)
        await recalculateNights(tx, { ...next, ...(ends.card || ends.causes ? { state: 'active' } : {}) }, months, now)
      await queueCancelChallenges(ports, tx, locked.id)
    },
  )
}

/** Throws if the month has started: it keeps its calendar (calendar-2). */
function assertNotBegun(
  { schedule, timeZone, startsOn, ...rest }: Subscription,
  rows: readonly OccurrenceRow[],
  calendars: readonly HijriMonths[],
  now: Date,
): void {
  const isToCome = ({ state }: OccurrenceRow) => state === 'SCHEDULED' || state === 'SKIPPED' || state === 'CANCELLED'
  const until = lastDayOf(rest, now)
  const begins = calendars.map((months) => occurrencesIn(schedule, { timeZone, from: startsOn, until }, months)[0])
  if (!rows.every(isToCome) || begins.some((first) => first !== undefined && first.dueAt <= now))
    throw invalid({ calendar: { code: 'calendar-begun' } })
}

/**
 * Returns the level fields after a change. An unfulfilled level is kept while each donation covers its amount and goes
 * to its fundraiser; otherwise its unit is released (ADR-0019).
 */
async function levelAfterChange(
  tx: Tx,
  subscription: Subscription,
  wanted: Subscription,
): Promise<Pick<Subscription, 'levelId' | 'levelChargeId'>> {
  const { levelId, levelChargeId } = subscription
  const level = levelId === null ? undefined : await findLevelOfPlan(tx, levelId)
  const isBrought = (await occurrencesOf(tx, subscription.id)).some(({ state }) => state === 'SUCCEEDED')
  if (!level || isBrought || meetsLevel(subscription, wanted, level)) return { levelId, levelChargeId }
  await releasePlanClaim(tx, { subscriptionId: subscription.id, levelId: level.id })
  return { levelId: null, levelChargeId: null }
}

type ChangeRequest = Omit<PlanChange, 'subscriptionId' | 'version'>

async function subscriptionAfterChange(
  ports: SubscriptionPorts,
  before: Subscription,
  request: ChangeRequest,
  months: HijriMonths,
  now: Date,
): Promise<Subscription> {
  const { currency } = before
  assertSameCurrency(request, currency)
  const timeZone = request.timeZone === undefined ? before.timeZone : parseTimeZone(request.timeZone)
  const { causes, campaigns } = await causesAfterChange(ports, before, request, currency, now)
  if (request.cardId !== undefined && request.cardId !== before.cardId)
    await chargeableCard(ports, cardOwnerOf(before), request.cardId).catch((error: unknown) => {
      throw toCardFault(error)
    })
  const nameFault =
    request.CustomName === undefined
      ? undefined
      : checkName(request.CustomName || undefined, donorFields.customName.max)
  if (nameFault) throw invalid({ CustomName: nameFault })
  // Tax relief requires an address; without one, the earlier causes can't have offered it either.
  const hasAddress = before.details.taxAddress !== null
  return {
    ...before,
    timeZone,
    calendar: request.calendar ?? before.calendar,
    causes,
    portions: await portionsAfterChange(ports, before, { causes, campaigns, currency, months }, request, now),
    cardId: request.cardId ?? before.cardId,
    endsOn: endAfterChange(before, request, localDateIn(timeZone, now)),
    giftAid: before.giftAid && hasAddress,
    taxReceipt: before.taxReceipt && hasAddress,
    details: {
      ...before.details,
      isAnonymous: request.anonymous ?? before.details.isAnonymous,
      customName: request.CustomName === undefined ? before.details.customName : request.CustomName || null,
      remindBefore: request.remindBefore ?? before.details.remindBefore,
      ...(request.monthly === undefined ? {} : { monthly: request.monthly }),
    },
  }
}

/** Throws if an amount is in another currency than the plan's. */
function assertSameCurrency(request: ChangeRequest, currency: Currency): void {
  for (const field of ['donationAmountCurrency', 'tipAmountCurrency'] as const) {
    const text = request[field]
    if (text !== undefined && text !== currency)
      throw invalid({ [field]: { code: 'currency-not-accepted', params: { currency: text } } })
  }
}

async function causesAfterChange(
  ports: SubscriptionPorts,
  before: Subscription,
  request: ChangeRequest,
  currency: Currency,
  now: Date,
) {
  if (request.causes !== undefined) {
    // Only the platform's own programmes can leave the choice to the platform; a fundraiser's plan needs a cause.
    if (request.causes.length === 0 && (await findPlan(ports, before.planId))?.campaignId !== null)
      throw invalid({ causes: { code: 'causes-missing' } })
    return validateCauses(ports, request.causes, before, currency, now)
  }
  const campaigns = await Promise.all(
    before.causes.map(({ campaignId }) => getCampaignForDonation(ports, BigInt(campaignId))),
  )
  return { causes: before.causes, campaigns: campaigns.filter((campaign) => campaign !== undefined) }
}

function endAfterChange(before: Subscription, { unsubscribedAt }: ChangeRequest, today: LocalDate): LocalDate | null {
  if (unsubscribedAt === undefined) return before.endsOn
  if (unsubscribedAt === null) return null
  if (unsubscribedAt < today) throw invalid({ unsubscribedAt: { code: 'day-passed' } })
  if (unsubscribedAt > addDays(today, endsWithinDays)) throw invalid({ unsubscribedAt: { code: 'day-too-far' } })
  if (unsubscribedAt < before.startsOn) throw invalid({ unsubscribedAt: { code: 'end-before-start' } })
  return localDate(unsubscribedAt)
}

async function portionsAfterChange(
  ports: SubscriptionPorts,
  before: Subscription,
  input: {
    readonly causes: Subscription['causes']
    readonly campaigns: readonly CampaignForDonation[]
    readonly currency: Currency
    readonly months: HijriMonths
  },
  request: ChangeRequest,
  now: Date,
): Promise<Subscription['portions']> {
  const { donationAmount, tipAmount, amounts, distribution } = request
  if (donationAmount === undefined && tipAmount === undefined && amounts === undefined && request.causes === undefined)
    return before.portions
  const upcoming: FutureDonation[] = isProgrammeOfNights(before.schedule)
    ? futureDonations(await occurrencesOf(ports.db, before.id), before, input.months, now)
    : []
  const isTotal = amounts === undefined && (donationAmount !== undefined || tipAmount !== undefined)
  if (isProgrammeOfNights(before.schedule) && !upcoming.some(({ isMaybe }) => !isMaybe || !isTotal))
    throw new Problem('conflict', 'nothing-to-give')
  // An amount of zero can't be divided.
  const empty = upcoming.find(({ number }) => amounts?.[String(number)] === 0)
  if (empty) throw invalid({ [`amounts.${empty.number}`]: { code: 'amount-missing' } })
  if (donationAmount === 0 && amounts === undefined) throw invalid({ donationAmount: { code: 'amount-missing' } })
  const item = (minor: number | undefined) => (minor === undefined ? undefined : money(BigInt(minor), input.currency))
  const portions = changedPortions(
    before,
    upcoming,
    { gift: item(donationAmount), tip: item(tipAmount), amounts, distribution },
    input.currency,
  )
  const donations =
    'each' in portions
      ? [{ number: null, ...portions.each }]
      : upcoming.map(({ number }) => ({ number, ...required(portions.byNumber[String(number)], 'portion') }))
  const isNothing = donations.find(({ gift }) => BigInt(gift) === 0n)
  if (isNothing)
    throw invalid({
      [amounts && isNothing.number !== null ? `amounts.${isNothing.number}` : 'donationAmount']: {
        code: 'amount-missing',
      },
    })
  assertAmountsChargeable(
    {
      ...input,
      portions,
      donations: donations.map(({ number, gift, tip }) => ({ number, gift: BigInt(gift), tip: BigInt(tip) })),
    },
    { amounts },
  )
  const rows = before.total === null ? [] : await occurrencesOf(ports.db, before.id)
  const total = before.total === null ? null : remainingOfTotal(before.total, rows)
  assertTotalChargeable({ ...input, total, portions }, 'donationAmount')
  return portions
}
