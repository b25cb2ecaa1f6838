import type { OccurrenceRow } from './occurrence-queries.ts'

/** Reference of a donation's payments: at most one of them is ever charged, whichever worker claims it. */
export const referenceOf = ({ subscriptionId, key }: Pick<OccurrenceRow, 'subscriptionId' | 'key'>): string =>
  `plan:${subscriptionId}:${key}`
