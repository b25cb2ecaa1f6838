import type { SubscriptionState } from '#modules/recurring/plans/rules/states.ts'

/**
 * Where the giving level of a plan stands: it waits for the first gift, was brought by one, or was returned because the
 * plan ended before.
 */
export const levelStates = ['waits', 'brought', 'returned'] as const
export type LevelState = (typeof levelStates)[number]

export function levelStateOf({
  state,
  hasGiven,
}: {
  readonly state: SubscriptionState
  readonly hasGiven: boolean
}): LevelState {
  if (hasGiven) return 'brought'
  return state === 'cancelled' || state === 'ended' ? 'returned' : 'waits'
}
