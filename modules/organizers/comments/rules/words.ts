import type { Fault } from '#shared/problem.ts'

/** Maximum of code points; the database enforces the same limit. */
export const wordsMax = 1000

/** Control characters except the line break, and marks that change the direction of later text. */
const unseen = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu
const isSeen = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Normalizes words of support: trimmed, without invisible characters, at most two line breaks in a row. */
export const normalizeWords = (typed: string): string =>
  typed
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replace(unseen, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Normalizes a public name or place to one visible line. */
export const normalizePublicName = (typed: string): string => normalizeWords(typed).replace(/\s+/g, ' ')

/** Validates normalized words. */
export function checkWords(words: string): Fault | undefined {
  if (!isSeen.test(words)) return { code: 'comment-empty' }
  if (Array.from(words).length > wordsMax) return { code: 'comment-too-long', params: { max: wordsMax } }
  return undefined
}
