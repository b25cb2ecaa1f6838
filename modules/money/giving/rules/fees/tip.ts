import { compare, type Money, type Rate, share } from '#shared/money.ts'
import { roundUpToStep } from '../charge-step.ts'

/** How the tip is presented: preselected, a required choice, or none (amounts-8). */
export type TipPolicy = 'preselected' | 'ask' | 'zero'

/** The percentages beside "Other", as a form sends them. "No tip" comes first and is as prominent as the rest. */
export const tipPercents = ['0', '5', '10', '16'] as const

/** The donor's choice: `''` for none yet, a percentage, or `other` for a typed tip. */
export type TipChoice = '' | (typeof tipPercents)[number] | 'other'

export const isTipPercent = (choice: string): choice is (typeof tipPercents)[number] =>
  (tipPercents as readonly string[]).includes(choice)

/** Converts per cent with up to two decimals to a rate. */
const percent = (value: number): Rate => ({ ppm: BigInt(Math.round(value * 100)) * 100n })

/**
 * Returns a share of the amount, rounded up to the minor unit (S2 §9) and to the charge step (amounts-6), in exact
 * decimals.
 */
export const tipOf = (gift: Money, percentage: number): Money => roundUpToStep(share(gift, percent(percentage), 'up'))

/**
 * Returns the initial choice: 16 % (S2 §9), a required choice, or no tip. With zakat it is no tip in every country
 * (amounts-9).
 */
export function initialTipChoice(policy: TipPolicy, isZakat: boolean): TipChoice {
  if (isZakat || policy === 'zero') return '0'
  return policy === 'preselected' ? '16' : ''
}

/** Returns whether the tip exceeds the donation, which is rarely intended, so the donor is asked to confirm. */
export const isTipAboveDonation = (gift: Money, tip: Money): boolean => compare(tip, gift) > 0
