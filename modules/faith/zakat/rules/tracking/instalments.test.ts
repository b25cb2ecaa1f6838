import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, money, zero } from '#shared/money.ts'
import { nextInstalment, planInstalments } from './instalments.ts'

const usd = (amount: bigint) => money(amount, 'USD')

test.each([
  [100_000n, 0n, 25_000n, 4n, 25_000n],
  [100_000n, 0n, 30_000n, 4n, 10_000n],
  [100_000n, 35_320n, 30_000n, 3n, 4680n],
  [500n, 0n, 30_000n, 1n, 500n],
])('%s due, %s paid, %s each: %s charges, the last of %s [zakat-21]', (due, paid, instalment, count, last) => {
  expect(planInstalments({ due: usd(due), paid: usd(paid), instalment: usd(instalment) })).toMatchObject({
    count,
    last: usd(last),
  })
})

test('nothing is planned where nothing remains or the instalment is 0 [zakat-21]', () => {
  expect(planInstalments({ due: usd(500n), paid: usd(500n), instalment: usd(1n) })).toBeNull()
  expect(planInstalments({ due: usd(500n), paid: usd(600n), instalment: usd(1n) })).toBeNull()
  expect(planInstalments({ due: usd(500n), paid: usd(0n), instalment: usd(0n) })).toBeNull()
  expect(nextInstalment({ due: usd(500n), paid: usd(600n), instalment: usd(1n) })).toEqual(usd(0n))
})

test('charges one after the other reach exactly what is due, as planned [zakat-21]', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 6n),
      fc.bigInt(0n, 10n ** 6n),
      fc.bigInt(20_000n, 10n ** 6n),
      (due, before, instalment) => {
        const payable = { due: usd(due), instalment: usd(instalment) }
        const plan = planInstalments({ ...payable, paid: usd(before) })
        let money = usd(before)
        let count = 0n
        let last = zero('USD')
        for (
          let next = nextInstalment({ ...payable, paid: money });
          next.amount > 0n;
          next = nextInstalment({ ...payable, paid: money })
        ) {
          money = add(money, next)
          last = next
          count += 1n
        }
        expect(plan).toEqual(
          count === 0n ? null : { count, instalment: usd(instalment), last, total: usd(due - before) },
        )
        expect(money.amount).toBe(before > due ? before : due)
      },
    ),
  )
})
