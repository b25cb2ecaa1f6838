import { nextInstalment } from '#modules/faith/zakat/rules/tracking/instalments.ts'
import { type Currency, money, type Money } from '#shared/money.ts'
import type { OccurrenceState } from '#modules/recurring/plans/rules/states.ts'

/** A plan that ends at a sum: its total and each of its gifts, in minor units of its currency. */
export type PlanWithTotal = {
  readonly total: bigint
  readonly currency: Currency
  readonly each: { readonly gift: bigint; readonly tip: bigint }
}
type Counted = { readonly state: OccurrenceState; readonly gift: bigint }

/** States in which a gift counts towards the total: it is paid, or it is being charged and may yet be paid. */
const counted: ReadonlySet<OccurrenceState> = new Set(['SUCCEEDED', 'PROCESSING', 'UNKNOWN', 'ACTION_REQUIRED'])

/** What is left of a total after the gifts that are paid or being charged; at least 0. */
export function leftOfTotal(total: bigint, rows: readonly Counted[]): bigint {
  const given = rows.reduce((sum, { state, gift }) => (counted.has(state) ? sum + gift : sum), 0n)
  return given < total ? total - given : 0n
}

/** What is paid of a total. */
export const paidOfTotal = (rows: readonly Counted[]): bigint =>
  rows.reduce((sum, { state, gift }) => (state === 'SUCCEEDED' ? sum + gift : sum), 0n)

/**
 * The next gifts of a plan with so much left, in order: each whole, the last exactly what remains, without a tip where
 * it is smaller. At most `count`.
 */
export function giftsWithin(
  left: bigint,
  { currency, each }: Pick<PlanWithTotal, 'currency' | 'each'>,
  count: number,
): { readonly gift: bigint; readonly tip: bigint }[] {
  const due = money(left, currency)
  const instalment = money(each.gift, currency)
  const gifts: { gift: bigint; tip: bigint }[] = []
  for (let paid: Money = money(0n, currency); gifts.length < count;) {
    const { amount } = nextInstalment({ due, paid, instalment })
    if (amount <= 0n) break
    gifts.push({ gift: amount, tip: amount === each.gift ? each.tip : 0n })
    paid = money(paid.amount + amount, currency)
  }
  return gifts
}

/** The last gift of a total with gifts of one size: what remains after the whole ones. */
export const lastGiftOf = (left: bigint, each: bigint): bigint =>
  each <= 0n || left % each === 0n ? each : left % each
