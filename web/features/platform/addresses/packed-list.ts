import { getOrInsert } from '#shared/collections.ts'

/** A code and its name in the page's language. */
export type Named = { readonly code: string; readonly name: string }

/**
 * A list of codes and names as one text. As objects, the list of countries would take three times as many bytes of a
 * page's data, and a thousand values that the browser parses.
 */
export type PackedList = string & { readonly packed?: never }

export const packList = (list: readonly Named[]): PackedList =>
  list.map(({ code, name }) => `${code} ${name}`).join('\n')

const unpacked = new Map<PackedList, readonly Named[]>()

/** Returns the items of a packed list; the same array for the same list. */
export const unpackList = (packed: PackedList): readonly Named[] =>
  getOrInsert(unpacked, packed, () =>
    packed === '' ? [] : packed.split('\n').map((line) => ({ code: line.slice(0, 2), name: line.slice(3) })),
  )
