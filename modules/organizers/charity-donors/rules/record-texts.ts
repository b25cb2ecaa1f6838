import type { Fault } from '#shared/problem.ts'
import { normalizePublicName, normalizeWords } from '#modules/organizers/comments/rules/words.ts'

/** Maxima of characters; the database enforces the same limits. */
export const noteMax = 2000
export const tagMax = 40
const reasonMax = 500

type Read = { readonly words: string } | { readonly fault: Fault }

function readWords(words: string, { max, missing }: { readonly max: number; readonly missing: string }): Read {
  if (!/[\p{L}\p{N}]/u.test(words)) return { fault: { code: missing } }
  return Array.from(words).length > max ? { fault: { code: 'text-too-long', params: { max } } } : { words }
}

/** Returns the normalized text of a note about a donor, or its fault. */
export const readNote = (typed: string): Read =>
  readWords(normalizeWords(typed), { max: noteMax, missing: 'note-empty' })

/** Returns the normalized name of a tag, in one line, or its fault. */
export const readTag = (typed: string): Read =>
  readWords(normalizePublicName(typed), { max: tagMax, missing: 'tag-empty' })

/** Returns the normalized reason for which a charity cancels a plan, or its fault. */
export const readCancellationReason = (typed: string): Read =>
  readWords(normalizeWords(typed), { max: reasonMax, missing: 'reason-missing' })
