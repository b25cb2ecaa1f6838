/**
 * Milliseconds from a request's arrival to the latest claim. A page that lost its response can be sure after this and
 * the transfer time that it won't be charged.
 */
export const claimDeadlineMs = 12_000
export const transferMs = 3000
