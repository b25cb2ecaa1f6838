import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ringShares } from './ring-shares.ts'

test.each([
  [
    { due: 100_000n, online: 39_680n, offsite: 25_000n },
    { online: 396, offsite: 250 },
  ],
  [
    { due: 50_000n, online: 55_000n, offsite: 0n },
    { online: 1000, offsite: 0 },
  ],
  [
    { due: 50_000n, online: 0n, offsite: 0n },
    { online: 0, offsite: 0 },
  ],
  [
    { due: 0n, online: 100n, offsite: 300n },
    { online: 250, offsite: 750 },
  ],
  [
    { due: 1_000_000n, online: 1n, offsite: 0n },
    { online: 10, offsite: 0 },
  ],
  [
    { due: 1_000_000n, online: 999_999n, offsite: 0n },
    { online: 990, offsite: 0 },
  ],
])('the ring of %o is %o', (amounts, shares) => {
  const { online, offsite } = ringShares(amounts)
  expect(Math.abs(online - shares.online)).toBeLessThanOrEqual(1)
  expect(Math.abs(offsite - shares.offsite)).toBeLessThanOrEqual(1)
})

test('the ring closes only if everything due was given, and each part is visible', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 15n })
  fc.assert(
    fc.property(amount, amount, amount, (due, online, offsite) => {
      const shares = ringShares({ due, online, offsite })
      const given = online + offsite
      expect(shares.online + shares.offsite === 1000).toBe(given > 0n && given >= due)
      expect(shares.online > 0).toBe(online > 0n)
      expect(shares.offsite > 0).toBe(offsite > 0n)
    }),
  )
})
