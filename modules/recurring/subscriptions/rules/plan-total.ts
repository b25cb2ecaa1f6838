import { nextInstalment } from '#modules/faith/zakat/rules/tracking/instalments.ts'
import { type Currency, money, type Money } from '#shared/money.ts'
import type { OccurrenceState } from '#modules/recurring/plans/rules/states.ts'

/** A plan that ends at a total: the total and the amount of each donation, in minor units. */
export type PlanWithTotal = {
  readonly total: bigint
  readonly currency: Currency
  readonly each: { readonly gift: bigint; readonly tip: bigint }
}
/** `refunded`: what was refunded of the donation, also by a lost dispute. */
type Counted = { readonly state: OccurrenceState; readonly gift: bigint; readonly refunded: bigint }

/** States that count towards the total: paid, or being charged. */
const counted: ReadonlySet<OccurrenceState> = new Set(['SUCCEEDED', 'PROCESSING', 'UNKNOWN', 'ACTION_REQUIRED'])

/** Returns the rest of a total after what stayed of paid donations, and those being charged; at least 0. */
export function remainingOfTotal(total: bigint, rows: readonly Counted[]): bigint {
  const given = rows.reduce((sum, { state, gift, refunded }) => (counted.has(state) ? sum + gift - refunded : sum), 0n)
  return given < total ? total - given : 0n
}

/** Returns the paid part of a total, less refunds. */
export const paidOfTotal = (rows: readonly Counted[]): bigint =>
  rows.reduce((sum, { state, gift, refunded }) => (state === 'SUCCEEDED' ? sum + gift - refunded : sum), 0n)

/**
 * Returns up to `count` next donations that the rest of a total pays for, in order. The last is the exact remainder,
 * without a tip if it is smaller than the others.
 */
export function donationsWithin(
  remaining: bigint,
  { currency, each }: Pick<PlanWithTotal, 'currency' | 'each'>,
  count: number,
): { readonly gift: bigint; readonly tip: bigint }[] {
  const due = money(remaining, currency)
  const instalment = money(each.gift, currency)
  const donations: { gift: bigint; tip: bigint }[] = []
  for (let paid: Money = money(0n, currency); donations.length < count;) {
    const { amount } = nextInstalment({ due, paid, instalment })
    if (amount <= 0n) break
    donations.push({ gift: amount, tip: amount === each.gift ? each.tip : 0n })
    paid = money(paid.amount + amount, currency)
  }
  return donations
}

/** Returns the amount of the last donation: the remainder after the full ones, or a full one. */
export const lastDonationOf = (remaining: bigint, portion: bigint): bigint =>
  portion <= 0n || remaining % portion === 0n ? portion : remaining % portion
