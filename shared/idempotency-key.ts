import { Problem } from './problem.ts'

/** What a call that takes a key may refuse it with. */
export const keyRefuses = ['idempotency-key-missing', 'idempotency-key-too-long', 'idempotency-key-reused'] as const

/**
 * An `Idempotency-Key` as it was given (payments-1). Refuses (400) one that says nothing, or is longer
 * than 255 characters.
 */
export function checkedKey(given: string | undefined): string {
  if (given === undefined || given.length === 0) throw new Problem('validation', 'idempotency-key-missing')
  if (given.length > 255) throw new Problem('validation', 'idempotency-key-too-long')
  return given
}
