import { dayMs } from '#shared/time.ts'

/** The statuses of a basket (baskets-1). */
export const basketStatuses = ['active', 'abandoned', 'checked-out', 'expired'] as const
export type BasketStatus = (typeof basketStatuses)[number]

/** Days without a change after which a basket expires. */
export const idleDays = 30

export const idleSince = (now: Date): Date => new Date(now.getTime() - idleDays * dayMs)

/** Returns the current status, whether or not the hourly job has run. */
export const statusAt = (
  basket: { readonly status: BasketStatus; readonly changedAt: Date },
  now: Date,
): BasketStatus =>
  (basket.status === 'active' || basket.status === 'abandoned') && basket.changedAt <= idleSince(now)
    ? 'expired'
    : basket.status
