import { Problem } from './problem.ts'

/** Fault codes of an invalid key. */
export const idempotencyKeyRefusals = [
  'idempotency-key-missing',
  'idempotency-key-too-long',
  'idempotency-key-reused',
] as const

/**
 * Validates an `Idempotency-Key` header (payments-1). Refuses (400) an empty key, and one longer than 255
 * characters.
 */
export function checkedKey(given: string | undefined): string {
  if (given === undefined || given.length === 0) throw new Problem('validation', 'idempotency-key-missing')
  if (given.length > 255) throw new Problem('validation', 'idempotency-key-too-long')
  return given
}
