import { isUuid } from './ids.ts'

/** Where a page of a list ended that is sorted by time and id. */
export type Cursor = { readonly at: Date; readonly id: string }

/** `1700000000000_<uuid>`: a cursor as the address of the next page has it. */
export const writeCursor = ({ at, id }: Cursor): string => `${at.getTime()}_${id}`

/** Undefined for a text that is no cursor. */
export function readCursor(text = ''): Cursor | undefined {
  const [, instant, id = ''] = /^(\d{1,15})_(\S{36})$/.exec(text) ?? []
  return isUuid(id) ? { at: new Date(Number(instant)), id } : undefined
}
