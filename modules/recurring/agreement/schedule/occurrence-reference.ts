import type { OccurrenceRow } from './occurrence-queries.ts'

/** Of the payments for one gift at most one is ever made, whoever takes it and however often. */
export const referenceOf = ({ subscriptionId, key }: Pick<OccurrenceRow, 'subscriptionId' | 'key'>): string =>
  `plan:${subscriptionId}:${key}`
