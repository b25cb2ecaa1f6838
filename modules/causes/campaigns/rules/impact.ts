/** Maximum number of amounts whose impact a fundraiser describes (content-41). */
export const impactsMax = 3
/** Maximum of characters in the description of an impact. */
export const impactTextMax = 80

/** What an amount does, such as "feeds a family for a week"; `amount` in minor units of the campaign's currency. */
export type Impact = { readonly amount: number; readonly text: string }

/**
 * Returns the impact to show beside a donation: the one of the largest amount that the donation reaches, otherwise of
 * the smallest amount. Undefined without impacts. `donation`: minor units.
 */
export function impactOf(impacts: readonly Impact[], donation: number): Impact | undefined {
  const byAmount = impacts.toSorted((a, b) => a.amount - b.amount)
  return byAmount.findLast(({ amount }) => amount <= donation) ?? byAmount[0]
}
