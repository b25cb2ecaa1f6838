/** A restore that can't be done; the message says why and what can be restored instead. */
export class RestoreProblem extends Error {}
