import { isUuid } from '#shared/ids.ts'

/** Kinds of records of a charity whose changes are listed. */
export const recordKinds = [
  'donation',
  'refund',
  'receipt',
  'plan',
  'occurrence',
  'payout',
  'page',
  'offline-donation',
] as const
export type RecordKind = (typeof recordKinds)[number]

/**
 * The position of a changed record in the feed, which is ordered by the time of the change, in milliseconds. `part` is
 * the number of an occurrence within its plan, otherwise 0.
 */
export type FeedPosition = { readonly changedAt: Date; readonly objectId: string; readonly part: number }

/** Formats a position for the next page: `1700000000000_<uuid>_0` (contract-17). */
export const writePosition = ({ changedAt, objectId, part }: FeedPosition): string =>
  `${changedAt.getTime()}_${objectId}_${part}`

/** Parses a position. Returns undefined if the text isn't one. */
export function readPosition(text: string): FeedPosition | undefined {
  const [, instant, objectId = '', part] = /^(\d{1,14})_(\S{36})_(\d{1,9})$/.exec(text) ?? []
  return isUuid(objectId) ? { changedAt: new Date(Number(instant)), objectId, part: Number(part) } : undefined
}
