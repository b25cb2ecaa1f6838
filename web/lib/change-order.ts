import type { ServerApi } from '#server/pages/render-context.ts'
import { postedText } from './form-values.ts'

/**
 * The result of a posted form: the new order and the announcement, as `?moved=` or `?done=` with the element to focus.
 */
export type ChangedOrder = { readonly ids: string[]; readonly query: string }

const isOrderIntent = (intent: string): intent is 'add' | 'up' | 'down' | 'place' | 'remove' =>
  ['add', 'up', 'down', 'place', 'remove'].includes(intent)

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
  const dropped = /^\d{1,4}$/.exec(postedText(form, 'place', 4))?.[0]
  if (intent === 'place' && dropped === undefined) return undefined
  const to = intent === 'place' ? Number(dropped) : ids.indexOf(id) + (intent === 'up' ? -1 : 1)
  return { ids: moveTo(ids, id, to), query: movedQuery(id) }
}

/** Moves one of the ids to a place, counted from 0 in the new order; an unknown id or place changes nothing. */
export function moveTo(ids: readonly string[], id: string, place: number): string[] {
  if (!ids.includes(id) || place < 0 || place >= ids.length) return [...ids]
  return ids.filter((other) => other !== id).toSpliced(place, 0, id)
}

const movedQuery = (id: string): string => `?moved=${encodeURIComponent(id)}#chosen-${encodeURIComponent(id)}`
