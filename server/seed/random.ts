import { lastOf, required } from '#shared/collections.ts'
/** A stream of chance that is the same on every machine, so that the demo is. */
export type Random = {
  /** At least 0, under 1. */
  readonly next: () => number
  /** A whole number, both ends included. */
  readonly whole: (min: number, max: number) => number
  readonly chance: (share: number) => boolean
  readonly pick: <T>(choices: readonly T[]) => T
  /** One of pairs of value and weight. */
  readonly weighted: <T>(choices: readonly (readonly [T, number])[]) => T
  readonly bytes: (count: number) => Uint8Array
}

/** Mulberry32: small, even enough for a demo, and no secret is made of it. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    whole,
    chance: (share) => next() < share,
    pick: (choices) => required(choices[whole(0, choices.length - 1)]),
    weighted: (choices) => {
      let remaining = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of choices) if ((remaining -= weight) < 0) return value
      return lastOf(choices)[0]
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => whole(0, 255)),
  }
}
