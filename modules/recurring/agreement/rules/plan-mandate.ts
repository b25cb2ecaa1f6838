import { formatDay, localDate, type LocalDate } from '#shared/calendar.ts'
import { formatMoney, type Money } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import type { PlanFrequency } from '#modules/money/giving/rules/plan-frequency.ts'

/**
 * Names the words that a donor agrees to whose donation begins a plan (payments-18), in `recurring/plan-checkout`. Any
 * change of them is another version; those that were agreed to are kept with the plan.
 */
export const planMandateVersion = 'plan-2026-11'

/** Translates a key of `recurring/plan-checkout`. */
type Say = (
  key: 'plan-checkout.mandate' | `plan-checkout.every-${PlanFrequency}`,
  params?: Readonly<Record<string, string>>,
) => string

export type MandateTerms = {
  readonly charity: string
  /** Charged each time: the gift, its tip and the fee that its donor covers. */
  readonly amount: Money
  readonly every: PlanFrequency
  /** The day of the second donation. */
  readonly next: LocalDate
}

/** The words above the pay button, and in the first mail. */
export const planMandate = ({ charity, amount, every, next }: MandateTerms, locale: Locale, t: Say): string =>
  t('plan-checkout.mandate', {
    amount: `\u2068${formatMoney(amount, locale, { fractions: 'always' })}\u2069`,
    charity: `\u2068${charity}\u2069`,
    every: t(`plan-checkout.every-${every}`),
    next: formatDay(next, locale),
  })

/** What is hashed and kept with the agreement, so that the words shown can be proved. */
export const planMandateHashInput = (words: string, locale: Locale): string =>
  `${planMandateVersion}\n${locale}\n${words}`

/** The day of the donation after the one of a day; of a day that a month lacks, the last of that month (recurring-10). */
export function nextDayOf(every: PlanFrequency, on: LocalDate): LocalDate {
  const [year, month, day] = on.split('-').map(Number) as [number, number, number]
  if (every === 'week') return isoDay(new Date(Date.UTC(year, month - 1, day + 7)))
  const first = every === 'month' ? [year, month] : [year + 1, month - 1]
  const [nextYear, nextMonth] = first as [number, number]
  const last = new Date(Date.UTC(nextYear, nextMonth + 1, 0)).getUTCDate()
  return isoDay(new Date(Date.UTC(nextYear, nextMonth, Math.min(day, last))))
}

const isoDay = (date: Date): LocalDate => localDate(date.toISOString().slice(0, 10))
