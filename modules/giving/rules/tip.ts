import { type Money, share } from '#shared/money.ts'

export type TipPolicy = 'preselected' | 'ask' | 'zero'

/** S2 §9: 16 %. */
export const defaultTipPercent = 16
export const tipPercents = [5, 10, 16] as const

/** The United Kingdom and the European Economic Area ask before they add (CRD art. 22; experience.md 1.2). */
const asks = new Set(['GB', 'AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'FR', 'DE', 'GR', 'HU', 'IE', 'IT', 'LV', 'LT', 'LU', 'MT', 'NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE', 'IS', 'LI', 'NO'])

/** How the tip is offered to a donor from a country; unknown: the specification's default. */
export const tipPolicyFor = (country: string | undefined, overrides: Readonly<Record<string, TipPolicy>> = {}): TipPolicy => {
  if (country && overrides[country]) return overrides[country]
  return country && asks.has(country) ? 'ask' : 'preselected'
}

/** A percentage of the gift, rounded up to the minor unit (decisions.md, Money). */
export const tipOf = (gift: Money, percent: number): Money => share(gift, { ppm: BigInt(Math.trunc(percent * 10_000)) }, 'up')

/** A tip above the gift is asked about once more before it is taken (field.md C6). */
export const isTipSurprising = (gift: Money, tip: Money): boolean => tip.amount > gift.amount
