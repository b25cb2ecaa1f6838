import { caseKinds } from '#modules/trust/moderation/rules/score.ts'

const choices = {
  assignee: ['anyone', 'me', 'unassigned'],
  sort: ['score', 'age'],
  state: ['open', 'decided'],
} as const

export const queueChoices = choices

/** Reads the queue's filter from the URL, ignoring unknown values. */
export function queueFilterOf(query: URLSearchParams) {
  const one = <Value extends string>(name: string, items: readonly Value[]) =>
    items.find((item) => item === query.get(name))
  const kind = one('kind', caseKinds)
  return {
    assignee: one('assignee', choices.assignee) ?? 'anyone',
    sort: one('sort', choices.sort) ?? 'score',
    state: one('state', choices.state) ?? 'open',
    page: Math.min(Math.max(1, Math.trunc(Number(query.get('page')) || 1)), 1000),
    ...(kind ? { kind } : {}),
  }
}
type QueueFilter = ReturnType<typeof queueFilterOf>

/** Returns the filter as a query without default values: empty or starting with `?`. */
export function queueQuery(filter: QueueFilter, over: Partial<QueueFilter> = {}): string {
  const defaults: Readonly<Record<string, string>> = { assignee: 'anyone', sort: 'score', state: 'open', page: '1' }
  const entries = Object.entries({ ...filter, ...over })
    .map(([name, value]) => [name, String(value)])
    .filter(([name, value]) => defaults[name ?? ''] !== value)
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`
}

type Neighbours = { readonly before: string | null; readonly after: string | null }

/**
 * Returns the cases before and after one in the filtered queue, so that a decision leads to the next case of the filter;
 * `unfiltered` if the queue's page doesn't have the case.
 */
export function neighboursIn(
  cases: readonly { readonly id: string }[],
  id: string,
  unfiltered: Neighbours,
): Neighbours {
  const index = cases.findIndex((item) => item.id === id)
  if (index === -1) return { before: unfiltered.before, after: unfiltered.after }
  return { before: cases[index - 1]?.id ?? null, after: cases[index + 1]?.id ?? null }
}
