export type Action = 'log-in' | 'calculate' | 'give' | 'view'

/** Returns the donor's next action: log in, calculate, give the remaining zakat, or none. */
export function stateAction({
  state,
  remaining,
}: {
  readonly state: 'LOGGED_OUT' | 'NOT_CALCULATED' | 'CALCULATED' | 'DONATED'
  /** Minor units as text; null without a current zakat year. */
  readonly remaining: string | null
}): Action {
  if (state === 'LOGGED_OUT') return 'log-in'
  if (state === 'NOT_CALCULATED' || remaining === null) return 'calculate'
  return BigInt(remaining) > 0n ? 'give' : 'view'
}
