import type { OccurrenceRow } from './occurrence-queries.ts'

/**
 * Returns the reference of a donation's payments; at most one payment per reference succeeds, whichever worker claims
 * the donation.
 */
export const occurrenceReferenceOf = ({ subscriptionId, key }: Pick<OccurrenceRow, 'subscriptionId' | 'key'>): string =>
  `plan:${subscriptionId}:${key}`
