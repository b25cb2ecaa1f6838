import type { SubscriptionState } from '#modules/recurring/plans/rules/states.ts'

/**
 * Where the giving level of a plan stands: it waits for the first gift, was brought by one, or was returned because the
 * plan ended before.
 */
export const levelStates = ['waits', 'brought', 'returned'] as const
export type LevelState = (typeof levelStates)[number]

export const levelStateOf = (of: { readonly state: SubscriptionState; readonly hasGiven: boolean }): LevelState =>
  of.hasGiven ? 'brought' : of.state === 'cancelled' || of.state === 'ended' ? 'returned' : 'waits'
