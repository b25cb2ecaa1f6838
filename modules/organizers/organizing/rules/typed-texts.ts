import type { Fault } from '#shared/problem.ts'
import { normalizeWords } from '#modules/organizers/comments/rules/words.ts'

/** Maximum of characters. */
const thanksMax = 600
const reasonMax = 300

/** Returns the normalized text of an organizer's thanks, or its fault. */
export function readThanks(typed: string): { readonly words: string } | { readonly fault: Fault } {
  const words = normalizeWords(typed)
  if (!/[\p{L}\p{N}]/u.test(words)) return { fault: { code: 'thanks-empty' } }
  return Array.from(words).length > thanksMax
    ? { fault: { code: 'text-too-long', params: { max: thanksMax } } }
    : { words }
}

/** Returns the reason for withdrawing an offline donation, or its fault. */
export function readReason(typed: string): { readonly words: string } | { readonly fault: Fault } {
  const words = normalizeWords(typed).replace(/\s+/g, ' ')
  if (!/[\p{L}\p{N}]/u.test(words)) return { fault: { code: 'reason-missing' } }
  return Array.from(words).length > reasonMax
    ? { fault: { code: 'text-too-long', params: { max: reasonMax } } }
    : { words }
}
