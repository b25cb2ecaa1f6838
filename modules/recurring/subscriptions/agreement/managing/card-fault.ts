import { isProblem, Problem } from '#shared/problem.ts'

/** Maps a card error to the field of the subscription's card. */
export function toCardFault(error: unknown): unknown {
  const code = isProblem(error) ? error.fields.cardID?.code : undefined
  return code ? new Problem('validation', 'invalid-input', { fields: { cardId: { code } } }) : error
}
