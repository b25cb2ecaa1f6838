/** A state machine is a table: from each state, the states it may move to. Reading the table is reading the rule. */
export type Moves<State extends string> = { readonly [S in State]: readonly State[] }

export const mayMove = <State extends string>(moves: Moves<State>, from: State, to: State): boolean =>
  moves[from].includes(to)

/** An illegal move is a bug of ours, so it throws; it is never an answer to a donor. */
export function move<State extends string>(moves: Moves<State>, from: State, to: State): State {
  if (!mayMove(moves, from, to)) throw new Error(`illegal move from ${from} to ${to}`)
  return to
}

/** A state that nothing leaves. The database holds the same rule by trigger. */
export const isTerminal = <State extends string>(moves: Moves<State>, state: State): boolean =>
  moves[state].length === 0
