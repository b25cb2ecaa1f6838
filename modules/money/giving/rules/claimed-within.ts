/**
 * From its arrival until a press is written down, before its bank is asked. One that comes to it later is refused, so
 * that a page that has lost its answer knows, this long and the way here after it was sent, that it will never be
 * charged.
 */
export const claimedWithinMs = 12_000
export const wayHereMs = 3000
