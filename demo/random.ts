import { lastOf, required } from '#shared/collections.ts'
/** A reproducible random number generator, so that the demo is the same on every machine. */
export type Random = {
  /** Returns a number from 0 inclusive to 1 exclusive. */
  readonly next: () => number
  /** Returns a whole number between both limits, inclusive. */
  readonly whole: (min: number, max: number) => number
  readonly chance: (share: number) => boolean
  readonly pick: <T>(choices: readonly T[]) => T
  /** Returns one value by weight. */
  readonly weighted: <T>(choices: readonly (readonly [T, number])[]) => T
  readonly bytes: (count: number) => Uint8Array
}

/** Mulberry32: small, uniform enough for a demo, and never used for secrets. */
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
