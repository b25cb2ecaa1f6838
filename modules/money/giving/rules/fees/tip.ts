import { compare, type Money, type Rate, share } from '#shared/money.ts'
import { roundUpToStep } from '../charge-step.ts'

/** How the tip is offered: preselected, a required choice, or none initially (amounts-8). */
export type TipPolicy = 'preselected' | 'ask' | 'zero'

/** The percentages beside "Other", as a form sends them; "No tip" comes first and is as large as the rest. */
export const tipPercents = ['0', '5', '10', '16'] as const

/** `''`: no choice yet; a percentage; `other`: the typed tip. */
export type TipChoice = '' | (typeof tipPercents)[number] | 'other'

export const isTipPercent = (choice: string): choice is (typeof tipPercents)[number] =>
  (tipPercents as readonly string[]).includes(choice)

/** Percent, with up to two decimals, as a rate. */
const percent = (value: number): Rate => ({ ppm: BigInt(Math.round(value * 100)) * 100n })

/**
 * Returns a share of the gift, rounded up to the minor unit (S2 §9) and to the charge step (amounts-6), in exact
 * decimals.
 */
export const tipOf = (gift: Money, percentage: number): Money => roundUpToStep(share(gift, percent(percentage), 'up'))

/**
 * Returns the initial choice: 16 % (S2 §9), a required choice, or no tip; for zakat no tip in any country (amounts-9).
 */
export function tipChoiceAtFirst(policy: TipPolicy, isZakat: boolean): TipChoice {
  if (isZakat || policy === 'zero') return '0'
  return policy === 'preselected' ? '16' : ''
}

/** A tip above the gift is rarely intended: the donor is asked to confirm. */
export const isTipAboveDonation = (gift: Money, tip: Money): boolean => compare(tip, gift) > 0
