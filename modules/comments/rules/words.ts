import type { Fault } from '#shared/problem.ts'

export const wordsMax = 1000

/** Words of support as they are kept: trimmed, without control characters but line breaks, at most two of those in a row. */
export const tidyWords = (typed: string): string =>
  typed
    .replaceAll('\r\n', '\n')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** What is wrong with tidied words. */
export function checkWords(words: string): Fault | undefined {
  if (words === '') return { code: 'comment-empty' }
  if ([...words].length > wordsMax) return { code: 'comment-too-long', params: { max: wordsMax } }
  return undefined
}
