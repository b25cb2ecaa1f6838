import { isProblem, Problem } from '#shared/problem.ts'

/** What is wrong with a saved card, at the field that a subscription's card is named by. */
export function asCardFault(error: unknown): unknown {
  const code = isProblem(error) ? error.fields.cardID?.code : undefined
  return code ? new Problem('validation', 'invalid-input', { fields: { cardId: { code } } }) : error
}
