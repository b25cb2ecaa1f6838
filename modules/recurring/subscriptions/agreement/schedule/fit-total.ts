import { required } from '#shared/collections.ts'
import type { Tx } from '#shared/ports.ts'
import type { Subscription } from '../subscription-queries.ts'
import { donationsWithin, remainingOfTotal, type PlanWithTotal } from '../../rules/plan-total.ts'
import { portionOf } from '../../rules/portions.ts'
import { type OccurrenceChange, changeOccurrences, type NewOccurrence, occurrencesOf } from './occurrence-queries.ts'

/** Returns the total of a plan and its donations; undefined if the plan has no total. */
export function planTotalOf({
  total,
  currency,
  portions,
}: Pick<Subscription, 'total' | 'currency' | 'portions'>): PlanWithTotal | undefined {
  return total === null ? undefined : { total, currency, each: required(portionOf(portions, null), 'portion') }
}

/** Limits new donations to those that the rest of the total pays for. */
export async function withinTotal(
  tx: Tx,
  subscription: Subscription,
  list: readonly NewOccurrence[],
): Promise<readonly NewOccurrence[]> {
  const plan = planTotalOf(subscription)
  if (!plan) return list
  const rows = await occurrencesOf(tx, subscription.id)
  const open = rows.filter(({ state }) => state === 'SCHEDULED').length
  const isWritten = new Set(rows.map(({ key }) => key))
  const fresh = list.filter(({ key }) => !isWritten.has(key))
  const donations = donationsWithin(remainingOfTotal(plan.total, rows), plan, open + fresh.length)
  return fresh.slice(0, Math.max(0, donations.length - open))
}

/**
 * Changes the open donations of a plan so that they add up to the rest of its total: the last is the exact remainder,
 * and further ones are cancelled. The caller has locked the subscription.
 */
export async function fitToTotal(tx: Tx, subscription: Subscription): Promise<void> {
  const plan = planTotalOf(subscription)
  if (!plan) return
  const rows = await occurrencesOf(tx, subscription.id)
  const open = rows.filter(({ state }) => state === 'SCHEDULED')
  const donations = donationsWithin(remainingOfTotal(plan.total, rows), plan, open.length)
  await changeOccurrences(
    tx,
    open.flatMap(({ subscriptionId, key, ...row }, index): OccurrenceChange[] => {
      const next = donations[index]
      const input = { subscriptionId, key, from: ['SCHEDULED'] as const }
      if (!next) return [{ ...input, state: 'CANCELLED' }]
      return next.gift === row.gift && next.tip === row.tip ? [] : [{ ...input, state: 'SCHEDULED', ...next }]
    }),
  )
}
