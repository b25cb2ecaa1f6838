import { type Impact, impactsMax, impactTextMax } from '#modules/causes/campaigns/rules/impact.ts'
import { minimumAmount, maximumAmount } from '#modules/money/giving/rules/amounts.ts'
import { normalizeDigits } from '#shared/input/digits.ts'
import { compare, type Currency, parseMajor, toMajor } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'

/** An impact as typed: `amount` in digits of whole major units. Both can be empty or invalid. */
export type TypedImpact = { readonly amount: string; readonly text: string }

/** Trims the impacts and drops empty ones; digits of other scripts become ASCII digits. */
export const normalizeImpacts = (impacts: readonly TypedImpact[]): TypedImpact[] =>
  impacts
    .map(({ amount, text }) => ({ amount: normalizeDigits(amount.trim()), text: text.trim().replaceAll(/\s+/g, ' ') }))
    .filter(({ amount, text }) => amount !== '' || text !== '')
    .slice(0, impactsMax)

/** Returns the fault of the first incomplete or invalid impact, with its position (content-41). */
export function impactsFault(impacts: readonly TypedImpact[], currency: Currency): Fault | undefined {
  for (const [index, impact] of impacts.entries()) {
    const params = { number: index + 1 }
    if (impact.amount === '' && impact.text.trim() === '') continue
    if (impact.text.trim() === '') return { code: 'impact-text-missing', params }
    if (impact.text.length > impactTextMax) return { code: 'text-too-long', params: { max: impactTextMax } }
    const amount = /^\d{1,12}$/.test(impact.amount) ? parseMajor(impact.amount, currency) : undefined
    if (!amount) return { code: 'impact-amount-invalid', params }
    if (compare(amount, minimumAmount(currency)) < 0)
      return { code: 'below-minimum', params: { amount: toMajor(minimumAmount(currency)), currency } }
    if (compare(amount, maximumAmount(currency)) > 0)
      return { code: 'above-maximum', params: { amount: toMajor(maximumAmount(currency)), currency } }
    if (impacts.slice(0, index).some((earlier) => earlier.amount === impact.amount))
      return { code: 'impact-amount-repeated', params }
  }
  return undefined
}

/** Converts valid impacts to those of the campaign, by amount. Undefined if one is invalid. */
export const toImpacts = (impacts: readonly TypedImpact[], currency: Currency): Impact[] | undefined =>
  impactsFault(impacts, currency)
    ? undefined
    : normalizeImpacts(impacts)
        .map(({ amount, text }) => ({ amount: Number(parseMajor(amount, currency)?.amount ?? 0n), text }))
        .toSorted((a, b) => a.amount - b.amount)
