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
 * Returns donations that are paid together with the amounts that their donor has agreed to by now, whatever they were
 * when they failed (recurring-31). Scheduled donations always have them. Of a plan with a total they are together at
 * most the rest of the total; if the rest isn't enough for each, all keep their amounts.
 */
export function asAgreedNow<Donation extends Row>(
  donations: readonly Donation[],
  plan: Plan,
  rows: readonly Row[],
): readonly Donation[] {
  const keys = new Set(donations.map(({ key }) => key))
  let remaining =
    plan.total === null
      ? null
      : remainingOfTotal(
          plan.total,
          rows.filter(({ key }) => !keys.has(key)),
        )
  const agreed: Donation[] = []
  for (const donation of donations) {
    const amounts = agreedAmounts(donation, plan, remaining)
    if (!amounts) return donations
    agreed.push({ ...donation, ...amounts })
    if (remaining !== null) remaining -= amounts.gift
  }
  return agreed
}

/** Returns the agreed amounts of one donation; undefined if nothing of the total remains. */
function agreedAmounts({ number, state, gift, tip }: Row, plan: Plan, remaining: bigint | null): Amounts | undefined {
  const portion = state === 'FAILED' || state === 'ACTION_REQUIRED' ? portionOf(plan.portions, number) : undefined
  if (!portion) return { gift, tip }
  if (remaining === null) return { gift: portion.gift, tip: portion.tip }
  return donationsWithin(remaining, { currency: plan.currency, each: portion }, 1)[0]
}
