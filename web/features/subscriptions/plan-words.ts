import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import { formatDay, type LocalDate, localDateIn } from '#shared/calendar.ts'
import { type Currency, formatMoney, money } from '#shared/money.ts'
import { type Locale, intlTag } from '#shared/text.ts'
import type { Translate } from '../../lib/text.tsx'
import { isCounted } from './programme.ts'

export type Plan = OutputOf<ProductContract, 'GET /v4/subscriptions/:subscriptionId'>
export type PlanInList = OutputOf<ProductContract, 'GET /v4/users/:userId/subscriptions'>['subscriptions'][number]
export type PlanGift = Plan['occurrences'][number]
type Named = Pick<PlanInList, 'programme' | 'frequency'>
type Amounts = Named & Pick<PlanInList, 'donationAmount' | 'tipAmount' | 'donationAmountCurrency'>

/** Text of another direction inside a sentence. */
export const apart = (text: string): string => `\u2068${text}\u2069`

export const planName = (t: Translate, { programme, frequency }: Named): string => t(programme ? `managing.plan-${programme}` : `managing.plan-${frequency}`)

export const isOfNights = ({ programme }: Pick<PlanInList, 'programme'>): boolean => isCounted(programme)

export const moneyWords = (minor: number, currency: string, locale: Locale, fractions: 'auto' | 'always' = 'auto'): string =>
  apart(formatMoney(money(BigInt(minor), currency as Currency), locale, { fractions }))

/** “$10 a week and $1 for Sunbul”. */
export function amountWords(t: Translate, locale: Locale, plan: Amounts): string {
  const amount = moneyWords(plan.donationAmount, plan.donationAmountCurrency, locale)
  const each = isOfNights(plan) ? 'all-nights' : plan.frequency === 'week' ? 'each-week' : plan.frequency === 'month' ? 'each-month' : 'each-day'
  const gift = t(`managing.${each}`, { amount })
  return plan.tipAmount > 0 ? `${gift} ${t('managing.tip-beside', { amount: moneyWords(plan.tipAmount, plan.donationAmountCurrency, locale) })}` : gift
}

export const causeWords = (t: Translate, locale: Locale, causes: readonly { readonly name: string }[]): string =>
  causes.length === 0
    ? t('managing.to-platform')
    : t('managing.to', { names: new Intl.ListFormat(intlTag(locale)).format(causes.map(({ name }) => apart(name))) })

export const dayWords = (day: string, locale: Locale): string => apart(formatDay(day as LocalDate, locale))

/** The day of an instant where the donor is. */
export const dayOfInstant = (instant: string, timeZone: string, locale: Locale): string => dayWords(localDateIn(timeZone, new Date(instant)), locale)

/** “09:00” where the donor is, in Latin digits. */
export const timeWords = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(instant))

export const monthWords = (month: string, locale: Locale): string =>
  new Intl.DateTimeFormat(`${intlTag(locale)}-nu-latn`, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(new Date(`${month}-01T00:00:00Z`))
