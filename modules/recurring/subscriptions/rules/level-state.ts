import type { SubscriptionState } from '#modules/recurring/plans/rules/states.ts'

/**
 * State of a plan's giving level: waiting for the first donation, fulfilled by it, or released because the plan ended
 * before it.
 */
export const levelStates = ['reserved', 'fulfilled', 'released'] as const
export type LevelState = (typeof levelStates)[number]

export function levelStateOf({
  state,
  hasGiven,
}: {
  readonly state: SubscriptionState
  readonly hasGiven: boolean
}): LevelState {
  if (hasGiven) return 'fulfilled'
  return state === 'cancelled' || state === 'ended' ? 'released' : 'reserved'
}
