import type { Money } from '#shared/money.ts'
import type { QurbaniIntention } from '#modules/money/giving/rules/qurbani-order.ts'
import type { Animal } from '../../rules/animals.ts'
import type { AllocationEvent } from '../../rules/allocate-shares.ts'
import { orderPrice } from '../../rules/share-price.ts'

type Priced = { readonly animal: Animal; readonly animalPrice: Money }

/** A partial refund of an order that succeeded, in minor units of the amount paid for its shares. */
type OrderRefund = { readonly at: Date; readonly amount: bigint }

/** A settled order of an item with its refunds, oldest first. Amounts are in minor units of the campaign's currency. */
export type SettledOrder = {
  readonly id: string
  readonly settledAt: Date
  readonly shares: number
  readonly intention: QurbaniIntention
  readonly paid: bigint
  readonly refunds: readonly OrderRefund[]
}

/**
 * Returns the number of shares that an order keeps after partial refunds (qurbani-10): the fewest whose price, with
 * seven shares at the animal's price, is at least the same fraction of the order's price as the remaining payment.
 */
function paidShares(item: Priced, { shares, paid }: SettledOrder, remaining: bigint): number {
  if (remaining <= 0n) return 0
  const whole = orderPrice(item, shares).amount
  for (let count = 1; count < shares; count++)
    if (orderPrice(item, count).amount * paid >= remaining * whole) return count
  return shares
}

/**
 * Returns the events of an order for the allocation (qurbani-5): the order itself, and each refund that returned some
 * of its shares.
 */
export function eventsOf(item: Priced, order: SettledOrder): AllocationEvent[] {
  const { id, settledAt, shares, intention } = order
  const events: AllocationEvent[] = [{ kind: 'order', id, at: settledAt, shares, intention }]
  let paid = order.paid
  let held = shares
  for (const { at, amount } of order.refunds) {
    paid -= amount
    const kept = Math.min(held, paidShares(item, order, paid))
    if (kept < held) events.push({ kind: 'refund', orderId: id, at, shares: held - kept })
    held = kept
  }
  return events
}

/** Returns the number of shares that an order keeps after its refunds. */
export const sharesAfterRefunds = (item: Priced, order: SettledOrder): number =>
  eventsOf(item, order).reduce((held, event) => {
    if (event.kind === 'order') return held + event.shares
    return held - (typeof event.shares === 'number' ? event.shares : event.shares.length)
  }, 0)
