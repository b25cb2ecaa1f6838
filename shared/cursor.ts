import { isUuid } from './ids.ts'

/** Position of the last item of a page in a list that is sorted by time and id. */
export type Cursor = { readonly at: Date; readonly id: string }

/** Formats a cursor for the URL of the next page: `1700000000000_<uuid>`. */
export const writeCursor = ({ at, id }: Cursor): string => `${at.getTime()}_${id}`

/** Parses a cursor. Returns undefined if the text isn't one. */
export function readCursor(text = ''): Cursor | undefined {
  const [, instant, id = ''] = /^(\d{1,15})_(\S{36})$/.exec(text) ?? []
  return isUuid(id) ? { at: new Date(Number(instant)), id } : undefined
}
