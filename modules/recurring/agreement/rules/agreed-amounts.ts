import type { Currency } from '#shared/money.ts'
import type { OccurrenceState } from '#modules/recurring/plans/rules/states.ts'
import { donationsWithin, remainingOfTotal } from './plan-total.ts'
import { portionOf, type Portions } from './portions.ts'

type Amounts = { readonly gift: bigint; readonly tip: bigint }
type Row = Amounts & {
  readonly key: string
  readonly number: number | null
  readonly state: OccurrenceState
  readonly refunded: bigint
}
type Plan = { readonly portions: Portions; readonly total: bigint | null; readonly currency: Currency }

/**
 * Returns a donation with the amounts that its donor has agreed to by now, whatever they were when it failed
 * (recurring-31). Scheduled donations always have them. Of a plan with a total, a failed donation is at most the rest
 * of the total.
 */
export function asAgreedNow<Donation extends Row>(donation: Donation, plan: Plan, rows: readonly Row[]): Donation {
  if (donation.state !== 'FAILED' && donation.state !== 'ACTION_REQUIRED') return donation
  const portion = portionOf(plan.portions, donation.number)
  if (!portion) return donation
  if (plan.total === null) return { ...donation, ...portion }
  const others = rows.filter(({ key }) => key !== donation.key)
  const [within] = donationsWithin(remainingOfTotal(plan.total, others), { currency: plan.currency, each: portion }, 1)
  return within ? { ...donation, ...within } : donation
}
