import type { Fault } from '#shared/problem.ts'

/** In characters as a reader counts letters and signs (code points); the database holds the same limit. */
export const wordsMax = 1000

/** Control characters but the line break, and the marks that turn the direction of whatever text follows. */
const unseen = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu
const isSeen = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * Words of support as they are kept: trimmed, nothing unseen in them but line breaks, at most two of those in a row.
 */
export const tidyWords = (typed: string): string =>
  typed
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replace(unseen, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** A public name or place as it is kept: one line of what can be seen. */
export const tidyName = (typed: string): string => tidyWords(typed).replace(/\s+/g, ' ')

/** What is wrong with tidied words. */
export function checkWords(words: string): Fault | undefined {
  if (!isSeen.test(words)) return { code: 'comment-empty' }
  if (Array.from(words).length > wordsMax) return { code: 'comment-too-long', params: { max: wordsMax } }
  return undefined
}
