import { dayMs } from '#shared/time.ts'

/** See baskets-1. */
export const basketStatuses = ['active', 'abandoned', 'checked-out', 'expired'] as const
export type BasketStatus = (typeof basketStatuses)[number]

/** A basket nobody touched for this long is over. */
export const idleDays = 30

export const idleSince = (now: Date): Date => new Date(now.getTime() - idleDays * dayMs)

/** What the basket is now, whether or not the hourly job has been there. */
export const statusAt = (
  basket: { readonly status: BasketStatus; readonly changedAt: Date },
  now: Date,
): BasketStatus =>
  (basket.status === 'active' || basket.status === 'abandoned') && basket.changedAt <= idleSince(now)
    ? 'expired'
    : basket.status
