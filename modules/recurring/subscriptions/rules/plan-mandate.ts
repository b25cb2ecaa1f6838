import { formatDay, localDate, type LocalDate } from '#shared/calendar.ts'
import { formatMoney, isZero, type Money, subtract } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import type { PlanFrequency } from '#modules/money/giving/rules/plan-frequency.ts'

/**
 * Version of the mandate text in `recurring/plan-checkout` for plans that start with a donation (payments-18). A
 * changed text needs a new version; the agreed text is stored with the plan.
 */
export const planMandateVersion = 'plan-2026-11-29'

/** Translates a key of `recurring/plan-checkout`. */
type Translate = (
  key:
    | 'plan-checkout.mandate'
    | 'plan-checkout.mandate-parts'
    | 'plan-checkout.mandate-whole'
    | `plan-checkout.every-${PlanFrequency}`,
  params?: Readonly<Record<string, string>>,
) => string

export type MandateTerms = {
  readonly charity: string
  /** Charged each time: donation, tip and covered fee. */
  readonly amount: Money
  /** The part of it for the platform. */
  readonly tip: Money
  /** The platform's name. */
  readonly product: string
  readonly every: PlanFrequency
  /** Date of the second donation. */
  readonly next: LocalDate
}

/** Mandate text above the pay button and in the first mail: what is charged, when, and who gets how much. */
export function planMandate(
  { charity, amount, tip, product, every, next }: MandateTerms,
  locale: Locale,
  t: Translate,
): string {
  const show = (part: Money) => `\u2068${formatMoney(part, locale, { fractions: 'always' })}\u2069`
  const params = { charity: `\u2068${charity}\u2069`, every: t(`plan-checkout.every-${every}`) }
  const parts = isZero(tip)
    ? t('plan-checkout.mandate-whole', { ...params, amount: show(amount) })
    : t('plan-checkout.mandate-parts', {
        ...params,
        gift: show(subtract(amount, tip)),
        tip: show(tip),
        product: `\u2068${product}\u2069`,
      })
  return t('plan-checkout.mandate', { ...params, amount: show(amount), next: formatDay(next, locale), parts })
}

/** Returns the input of the hash that is stored with the agreement, as evidence of the shown text. */
export const planMandateHashInput = (words: string, locale: Locale): string =>
  `${planMandateVersion}\n${locale}\n${words}`

/** Returns the date of the next donation; in a shorter month, its last day (recurring-10). */
export function nextDayOf(every: PlanFrequency, on: LocalDate): LocalDate {
  const [year, month, day] = on.split('-').map(Number) as [number, number, number]
  if (every === 'week') return isoDay(new Date(Date.UTC(year, month - 1, day + 7)))
  const first = every === 'month' ? [year, month] : [year + 1, month - 1]
  const [nextYear, nextMonth] = first as [number, number]
  const last = new Date(Date.UTC(nextYear, nextMonth + 1, 0)).getUTCDate()
  return isoDay(new Date(Date.UTC(nextYear, nextMonth, Math.min(day, last))))
}

const isoDay = (date: Date): LocalDate => localDate(date.toISOString().slice(0, 10))
