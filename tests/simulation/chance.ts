import { createHash } from 'node:crypto'

/**
 * A number from 0 to 1 that belongs to some words: the same words, the same number, in whatever order they are asked
 * for.
 */
export const chanceOf = (...words: readonly (string | number)[]): number =>
  createHash('sha256').update(words.join('|')).digest().readUIntBE(0, 6) / 2 ** 48

/** mulberry32: the same seed rolls the same row of numbers. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
