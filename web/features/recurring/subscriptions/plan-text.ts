import { dateTimeFormat, listFormat } from '#shared/formats.ts'
import { zonePlace } from '#shared/zones.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import { formatDay, type LocalDate, localDateIn } from '#shared/calendar.ts'
import { type Currency, formatMoney, money } from '#shared/money.ts'
import { isolate, type Locale, intlTag } from '#shared/text.ts'
import type { Translate } from '#web/lib/text.tsx'
import { hasNumberedDays } from './wizard/programme.ts'

export type Plan = OutputOf<ProductContract, 'GET /v4/subscriptions/:subscriptionId'>
export type PlanInList = OutputOf<ProductContract, 'GET /v4/users/:userId/subscriptions'>['subscriptions'][number]
export type PlanDonation = Plan['occurrences'][number]
type Named = Pick<PlanInList, 'programme' | 'frequency'>
type Amounts = Named & Pick<PlanInList, 'charged' | 'chargedWith30' | 'donationAmountCurrency'>
type Part = keyof PlanInList['charged']

export const planName = (t: Translate, { programme, frequency }: Named): string =>
  t(programme ? `managing.plan-${programme}` : `managing.plan-${frequency}`)

export const hasNights = ({ programme }: Pick<PlanInList, 'programme'>): boolean => hasNumberedDays(programme)

export const formatPlanMoney = (
  minor: number,
  currency: Currency,
  locale: Locale,
  fractions: 'auto' | 'always' = 'auto',
): string => isolate(formatMoney(money(BigInt(minor), currency), locale, { fractions }))

/** Formats a total as “$290 or $300” if a thirtieth night is uncertain. */
export function formatPlanRange(t: Translate, locale: Locale, plan: Amounts, part: Part): string {
  const show = (minor: number) => formatPlanMoney(minor, plan.donationAmountCurrency, locale)
  const [low, high] = [plan.charged[part], (plan.chargedWith30 ?? plan.charged)[part]]
  return low === high ? show(low) : t('managing.or', { low: show(low), high: show(high) })
}

/** Formats the full charge as “$11.45 a week”. */
export function formatPlanAmount(t: Translate, locale: Locale, plan: Amounts): string {
  const amount = formatPlanRange(t, locale, plan, 'total')
  return t(amountKey(plan), { amount })
}

function amountKey(plan: Named) {
  if (hasNights(plan)) return 'managing.all-nights'
  if (plan.frequency === 'week') return 'managing.each-week'
  return plan.frequency === 'month' ? 'managing.each-month' : 'managing.each-day'
}

/**
 * Formats the parts of the charge as “$10 donation · $1 for Sunbul · $0.45 processing fee”; empty if only the donation
 * is charged.
 */
export const formatChargeParts = (t: Translate, locale: Locale, plan: Amounts): string =>
  partsText(t, plan.chargedWith30 ?? plan.charged, (part) => formatPlanRange(t, locale, plan, part))

/** Formats the parts of one donation's charge in the same way. */
export const formatDonationParts = (t: Translate, locale: Locale, donation: Priced, currency: Currency): string =>
  partsText(t, donation, (part) => formatPlanMoney(donation[part], currency, locale))

type Priced = { readonly gift: number; readonly tip: number; readonly coveredFee: number }
const partsText = (t: Translate, pricedItem: Priced, show: (part: keyof Priced) => string): string =>
  pricedItem.tip + pricedItem.coveredFee === 0
    ? ''
    : (['gift', 'tip', 'coveredFee'] as const)
        .flatMap((part) => (pricedItem[part] > 0 ? [t(`managing.part-${part}`, { amount: show(part) })] : []))
        .join(' · ')

/** Returns the charge of one donation. */
export const costOf = ({ gift, tip, coveredFee }: Priced): number => gift + tip + coveredFee

export const formatCause = (t: Translate, locale: Locale, causes: readonly { readonly name: string }[]): string =>
  causes.length === 0
    ? t('managing.to-platform')
    : t('managing.to', { names: listFormat(intlTag(locale)).format(causes.map(({ name }) => isolate(name))) })

export const formatPlanDay = (day: string, locale: Locale): string => isolate(formatDay(day as LocalDate, locale))

/** Returns the local date of an instant for the donor. */
export const dayOfInstant = (instant: string, timeZone: string, locale: Locale): string =>
  formatPlanDay(localDateIn(timeZone, new Date(instant)), locale)

/** Formats an instant as “09:00” in the donor's time zone, in Latin digits. */
export const formatPlanTime = (instant: string, timeZone: string): string =>
  dateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(instant))

/**
 * Formats a time zone as “London time” for Europe/London; “UTC” stays. In Arabic, browsers and server may name a place
 * differently, so its element suppresses the hydration warning.
 */
export const formatZone = (zone: string, locale: Locale, timeOf: (place: string) => string): string =>
  zone.includes('/') ? timeOf(isolate(zonePlace(zone, locale))) : zone

export const formatPlanMonth = (month: string, locale: Locale): string =>
  dateTimeFormat(`${intlTag(locale)}-nu-latn`, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

/** Returns whether the donor can resume a paused plan. A plan that waits for its charity or page resumes by itself. */
export const isResumable = ({ reason }: Pick<PlanInList, 'reason'>): boolean =>
  reason !== 'consent' && reason !== 'charity' && reason !== 'page'
