import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, type Currency, money } from '#shared/money.ts'
import { chargeStep } from '#modules/giving/rules/charge-step.ts'
import { asCharged } from './charged-portions.ts'
import { portionsOf } from './portions.ts'

const nights = Array.from({ length: 30 }, (_, at) => at + 1)
const ramadan = { kind: 'ramadan', year: 1448, nights } as never
const of = (currency: Currency, gift: bigint, tip: bigint) => {
  const portions = portionsOf({ schedule: ramadan, gift: money(gift, currency), tip: money(tip, currency), distribution: 'odd-double' })
  return 'byNumber' in portions ? Object.values(portions.byNumber).map((each) => [BigInt(each.gift), BigInt(each.tip)] as const) : []
}
const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n)

test('100 dinars over thirty nights are charged as 100, in steps the bank takes (decisions.md 22, trust.md A7)', () => {
  const portions = portionsOf({ schedule: ramadan, gift: money(100_000n, 'KWD'), tip: money(0n, 'KWD'), distribution: 'equal' })
  const gifts = 'byNumber' in portions ? nights.map((night) => portions.byNumber[String(night)]!.gift) : []
  expect(gifts).toEqual(nights.map((night) => (night <= 10 ? '3340' : '3330')))
})

test('gifts and tips of nights come to what was asked for; all but the first need no rounding when they are charged', () => {
  fc.assert(
    fc.property(fc.constantFrom(...currencies), fc.bigInt(1000n, 10n ** 8n), fc.bigInt(0n, 10n ** 6n), (currency, gift, tip) => {
      const parts = of(currency, gift, tip)
      expect([sum(parts.map(([each]) => each)), sum(parts.map(([, each]) => each))]).toEqual([gift, tip])
      expect(parts.slice(1).every((each) => sum(each) % chargeStep(currency) === 0n)).toBe(true)
    }),
  )
})

test('what is agreed to is what will be charged: what is missing to a step goes with the tip, else with the gift, and nothing else changes', () => {
  fc.assert(
    fc.property(fc.constantFrom(...currencies), fc.bigInt(1n, 10n ** 8n), fc.bigInt(0n, 10n ** 6n), (currency, gift, tip) => {
      const step = chargeStep(currency)
      const portions = asCharged({ each: { gift: String(gift), tip: String(tip) } }, currency)
      const [given, supported] = 'each' in portions ? [BigInt(portions.each.gift), BigInt(portions.each.tip)] : [0n, 0n]
      expect((given + supported) % step).toBe(0n)
      expect(given + supported - gift - tip).toBeLessThan(step)
      expect(tip > 0n ? [given, supported >= tip] : [supported, given >= gift]).toEqual([tip > 0n ? gift : 0n, true])
      expect(asCharged(portions, currency)).toEqual(portions)
    }),
  )
})
