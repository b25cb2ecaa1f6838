import type { ServerApi } from '#server/pages/render-context.ts'
import { postedText } from './form-values.ts'

/**
 * The result of a posted form: the new order and the announcement, as `?moved=` or `?done=` with the element to focus.
 */
export type ChangedOrder = { readonly ids: string[]; readonly query: string }

const isOrderIntent = (intent: string): intent is 'add' | 'up' | 'down' | 'remove' =>
  ['add', 'up', 'down', 'remove'].includes(intent)

/**
 * Applies one submission of `OrderedCampaigns`; undefined if another form was posted. Finds the campaign to add by its
 * name or URL, and throws if there is none.
 */
export async function applyOrderChange(
  api: ServerApi,
  form: FormData,
  ids: readonly string[],
  kind?: 'fundraiser' | 'general-fund',
): Promise<ChangedOrder | undefined> {
  const intent = postedText(form, 'intent', 10)
  if (!isOrderIntent(intent)) return undefined
  if (intent === 'add') {
    const { id } = await api('GET /v4/staff/campaigns-named', {
      text: postedText(form, 'campaign', 600),
      ...(kind ? { kind } : {}),
    })
    return { ids: ids.includes(id) ? [...ids] : [...ids, id], query: movedQuery(id) }
  }
  const id = postedText(form, 'chosen', 20)
  if (intent === 'remove') return { ids: ids.filter((text) => text !== id), query: '?done=removed' }
  const next = [...ids]
  const from = next.indexOf(id)
  const to = from + (intent === 'up' ? -1 : 1)
  if (from >= 0 && to >= 0 && to < next.length) next.splice(to, 0, ...next.splice(from, 1))
  return { ids: next, query: movedQuery(id) }
}

const movedQuery = (id: string): string => `?moved=${encodeURIComponent(id)}#chosen-${encodeURIComponent(id)}`
