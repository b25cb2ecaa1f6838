/** A state machine: the allowed next states of each state. */
export type Transitions<State extends string> = { readonly [S in State]: readonly State[] }

export const canTransition = <State extends string>(transitions: Transitions<State>, from: State, to: State): boolean =>
  transitions[from].includes(to)

/** Returns the next state. Throws on a transition that isn't allowed, which is a bug. */
export function transition<State extends string>(transitions: Transitions<State>, from: State, to: State): State {
  if (!canTransition(transitions, from, to)) throw new Error(`illegal transition from ${from} to ${to}`)
  return to
}

/** Returns whether a state has no next state. Database triggers enforce the same transitions. */
export const isTerminal = <State extends string>(transitions: Transitions<State>, state: State): boolean =>
  transitions[state].length === 0
