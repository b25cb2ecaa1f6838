import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReplayClock } from './replay-clock.ts'

/** Looks each second: the bytes that the primary wrote since, and by how many looks the standby is behind. */
const looks = fc.array(fc.record({ written: fc.bigInt(0n, 1000n), behind: fc.nat(8) }), { minLength: 1, maxLength: 60 })

test('the lag is that of the newest position that the standby has replayed, and 0 while it has all', () => {
  fc.assert(
    fc.property(looks, (seconds) => {
      const clock = createReplayClock()
      const positions: bigint[] = []
      let replayed = -1n
      for (const [second, { written, behind }] of seconds.entries()) {
        positions.push((positions.at(-1) ?? 0n) + written)
        clock.addPrimary(positions.at(-1)!, second * 1000)
        const reached = positions[second - behind]
        if (reached !== undefined && reached > replayed) replayed = reached
        clock.addReplayed(replayed)
        const newest = positions.findLastIndex((position) => position <= replayed)
        const expected = newest < 0 ? Infinity : second * 1000 - (newest === second ? second * 1000 : newest * 1000)
        expect(clock.lagMs(second * 1000)).toBe(expected)
      }
    }),
  )
})

test('a standby that was never current is unusable, and an idle primary lets no lag grow', () => {
  const clock = createReplayClock()
  clock.addReplayed(50n)
  expect(clock.lagMs(0)).toBe(Infinity)
  clock.addPrimary(100n, 0)
  clock.addReplayed(99n)
  expect(clock.lagMs(1)).toBe(Infinity)
  clock.addReplayed(100n)
  expect(clock.lagMs(3_600_000)).toBe(0)
})

test('after a failover, a lower position of the new primary counts', () => {
  const clock = createReplayClock()
  clock.addPrimary(100n, 0)
  clock.addReplayed(100n)
  clock.addPrimary(500n, 1000)
  clock.addPrimary(120n, 2000)
  clock.addReplayed(120n)
  expect(clock.lagMs(2000)).toBe(0)
})
