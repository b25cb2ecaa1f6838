/**
 * Milliseconds from a request's arrival until its claim. A later claim is refused, so that a page that has lost its
 * response knows after this time, plus the transfer, that it will never be charged.
 */
export const claimDeadlineMs = 12_000
export const transferMs = 3000
