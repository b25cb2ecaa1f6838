/** A state machine: the allowed next states of each state. */
export type Moves<State extends string> = { readonly [S in State]: readonly State[] }

export const mayMove = <State extends string>(moves: Moves<State>, from: State, to: State): boolean =>
  moves[from].includes(to)

/** Returns the next state. Throws on a transition that isn't allowed, which is a bug. */
export function move<State extends string>(moves: Moves<State>, from: State, to: State): State {
  if (!mayMove(moves, from, to)) throw new Error(`illegal transition from ${from} to ${to}`)
  return to
}

/** Returns whether a state has no next state. Database triggers enforce the same transitions. */
export const isTerminal = <State extends string>(moves: Moves<State>, state: State): boolean =>
  moves[state].length === 0
