import { addDays } from '#shared/date-arithmetic.ts'
import { localDateIn } from '#shared/calendar.ts'
import { type HijriMonths } from '#shared/hijri.ts'
import { type Currency, money } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import type { CampaignForDonation } from '#modules/causes/campaigns/index.ts'
import { donationDataOf } from '#modules/money/giving/index.ts'
import { minimumAmount } from '#modules/money/giving/rules/amounts.ts'
import { checkStep } from '#modules/money/giving/rules/charge-step.ts'
import { checkAmount } from '#modules/money/giving/rules/donation.ts'
import { occurrencesIn, type Schedule } from '#modules/recurring/plans/rules/schedule.ts'
import { donationsWithin, lastDonationOf, remainingOfTotal, paidOfTotal } from '../rules/plan-total.ts'
import { type Cause, portionOf, type Portions, causeSharesOf } from '../rules/portions.ts'
import type { OccurrenceRow } from './schedule/occurrence-queries.ts'
import { planTotalOf } from './schedule/fit-total.ts'
import type { Subscription } from './subscription-queries.ts'

type Totalled = { readonly total: bigint | null; readonly currency: Currency; readonly portions: Portions }

/** Returns the total of a plan request, or null. Only plans with equal weekly or monthly donations can have a total. */
export function parsePlanTotal(request: { readonly total?: number | undefined }, schedule: Schedule): bigint | null {
  if (request.total === undefined) return null
  if (schedule.kind !== 'week' && schedule.kind !== 'month') throw invalidTotal({ code: 'total-not-offered' })
  return BigInt(request.total)
}

/** Limits the next donations of a plan to its total; the last is the exact remainder. */
export function withTotal<Donation extends { readonly gift: bigint; readonly tip: bigint }>(
  { total, currency, portions }: Totalled,
  donations: readonly Donation[],
): readonly Donation[] {
  const item = total === null ? undefined : portionOf(portions, null)
  if (total === null || !item) return donations
  const within = donationsWithin(total, { currency, each: item }, donations.length)
  return donations.slice(0, within.length).map((donation, index) => ({ ...donation, ...within[index] }))
}

/**
 * Throws if a total can't be charged exactly: it isn't a multiple of the charge step, or its last donation is below a
 * cause's minimum.
 */
export function assertTotalChargeable(
  {
    total,
    currency,
    portions,
    causes,
    campaigns,
  }: Totalled & { readonly causes: readonly Cause[]; readonly campaigns: readonly CampaignForDonation[] },
  field = 'total',
): void {
  const item = total === null ? undefined : portionOf(portions, null)
  if (total === null || total === 0n || !item) return
  const offStep = checkStep(money(total, currency))
  if (offStep) throw invalidTotal(offStep, field)
  const last = lastDonationOf(total, item.gift)
  const parts = causes.length === 0 ? [{ campaignId: '', amount: last }] : causeSharesOf(last, currency, causes)
  for (const { campaignId, amount } of parts) {
    const campaign = campaigns.find(({ id }) => String(id) === campaignId)
    const minimum = (campaign && donationDataOf(campaign, undefined).minimumDonation) ?? minimumAmount(currency)
    const fault = checkAmount(money(amount, currency), minimum)
    if (fault?.code === 'below-minimum') throw invalidTotal({ ...fault, code: 'last-payment-too-small' }, field)
    if (fault) throw invalidTotal(fault, field)
  }
}

const invalidTotal = (fault: { code: string; params?: Readonly<Record<string, string | number>> }, field = 'total') =>
  new Problem('validation', 'invalid-input', { fields: { [field]: fault } })

/** Whether the scheduled donations of a plan already add up to the rest of its total. */
export function isAllPlanned(
  { total }: Pick<Subscription, 'total'>,
  rows: readonly Pick<OccurrenceRow, 'state' | 'gift' | 'refunded'>[],
): boolean {
  const open = rows.reduce((sum, { state, gift }) => (state === 'SCHEDULED' ? sum + gift : sum), 0n)
  return total !== null && open >= remainingOfTotal(total, rows)
}

/** Maximum of donations counted for the estimated last day. */
const countedDonations = 1200

/**
 * Returns the progress of a plan with a total: the paid amount, the donations left, and the approximate date of the
 * last (null if none is left or it is too far ahead).
 */
export function totalViewOf(
  subscription: Subscription,
  rows: readonly OccurrenceRow[],
  months: HijriMonths,
  now: Date,
): { amount: number; paid: number; left: number; last: number | null; endsOn: string | null } | null {
  const plan = planTotalOf(subscription)
  if (!plan) return null
  const donations = donationsWithin(remainingOfTotal(plan.total, rows), plan, countedDonations + 1)
  const donationCount = donations.length
  return {
    amount: Number(plan.total),
    paid: Number(paidOfTotal(rows)),
    left: donationCount,
    last: donationCount === 0 || donationCount > countedDonations ? null : Number(donations.at(-1)?.gift),
    endsOn:
      donationCount === 0 || donationCount > countedDonations
        ? null
        : lastDay(subscription, rows, donationCount, months, now),
  }
}

function lastDay(
  { schedule, startsOn, timeZone }: Subscription,
  rows: readonly OccurrenceRow[],
  remaining: number,
  months: HijriMonths,
  now: Date,
): string | null {
  const open = rows.filter(({ state }) => state === 'SCHEDULED')
  const lastOpen = open[remaining - 1]
  if (lastOpen) return lastOpen.on
  const today = localDateIn(timeZone, now)
  const known = new Set(rows.map(({ key }) => key))
  const from = today > startsOn ? today : startsOn
  const coming = occurrencesIn(
    schedule,
    { timeZone, from, until: addDays(from, (remaining + known.size) * 31 + 31) },
    months,
  ).filter(({ key, dueAt }) => dueAt > now && !known.has(key))
  return coming[remaining - open.length - 1]?.on ?? null
}
