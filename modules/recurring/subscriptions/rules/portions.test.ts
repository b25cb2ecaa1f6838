import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, type Currency, money } from '#shared/money.ts'
import { chargeStep } from '#modules/money/giving/rules/charge-step.ts'
import { evenCauses, portionOf, portionsOf, causeSharesOf, spreadInSteps } from './portions.ts'

const nights = Array.from({ length: 30 }, (_, index) => index + 1)
const ramadan = { kind: 'ramadan', year: 1448, nights } as never
const valueOf = (currency: Currency, gift: bigint, tip: bigint) => {
  const portions = portionsOf({
    schedule: ramadan,
    gift: money(gift, currency),
    tip: money(tip, currency),
    distribution: 'odd-double',
  })
  return 'byNumber' in portions
    ? Object.values(portions.byNumber).map((portion) => [BigInt(portion.gift), BigInt(portion.tip)] as const)
    : []
}
const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n)

test('charges 100 dinars over thirty nights as exactly 100, on the charge step (amounts-7, amounts-6)', () => {
  const portions = portionsOf({
    schedule: ramadan,
    gift: money(100_000n, 'KWD'),
    tip: money(0n, 'KWD'),
    distribution: 'equal',
  })
  const donations = 'byNumber' in portions ? nights.map((night) => portions.byNumber[String(night)]!.gift) : []
  expect(donations).toEqual(nights.map((night) => (night <= 10 ? '3340' : '3330')))
})

test('donations and tips of nights are on the charge step and add up to the request [amounts-6]', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...currencies),
      fc.bigInt(1000n, 10n ** 7n),
      fc.bigInt(0n, 10n ** 5n),
      (currency, donationSteps, tipSteps) => {
        const step = chargeStep(currency)
        const parts = valueOf(currency, donationSteps * step, tipSteps * step)
        expect([sum(parts.map(([portion]) => portion)), sum(parts.map(([, portion]) => portion))]).toEqual([
          donationSteps * step,
          tipSteps * step,
        ])
        expect(parts.flat().every((amount) => amount % step === 0n)).toBe(true)
      },
    ),
  )
})

test('a civil plan donates the full amount, a programme the share of each night; no share, no donation', () => {
  const gbp = (minor: bigint) => money(minor, 'GBP')
  const civil = portionsOf({
    schedule: { kind: 'week', weekday: 5 },
    gift: gbp(2000n),
    tip: gbp(320n),
    distribution: 'equal',
  })
  expect([portionOf(civil, null), portionOf(civil, 3)]).toEqual([
    { gift: 2000n, tip: 320n },
    { gift: 2000n, tip: 320n },
  ])
  const days = { kind: 'dhul-hijjah', hijriYear: 1448, days: [8, 9, 10] } as const
  const programme = portionsOf({ schedule: days, gift: gbp(10_000n), tip: gbp(100n), distribution: 'arafah-double' })
  expect([7, 8, 9, 10, null].map((number) => portionOf(programme, number))).toEqual([
    undefined,
    { gift: 2500n, tip: 25n },
    { gift: 5000n, tip: 50n },
    { gift: 2500n, tip: 25n },
    undefined,
  ])
  const even = portionsOf({ schedule: days, gift: gbp(9000n), tip: gbp(0n), distribution: 'equal' })
  expect([8, 9, 10].map((number) => portionOf(even, number)?.gift)).toEqual([3000n, 3000n, 3000n])
})

test('nights share a total by the chosen weights, and Arafah is no night', () => {
  const gifts = (distribution: Parameters<typeof portionsOf>[0]['distribution']) => {
    const portions = portionsOf({
      schedule: { kind: 'ramadan', hijriYear: 1448, nights: [26, 27, 28] },
      gift: money(12_000n, 'GBP'),
      tip: money(0n, 'GBP'),
      distribution,
    })
    return [26, 27, 28].map((number) => portionOf(portions, number)?.gift)
  }
  expect(gifts('equal')).toEqual([4000n, 4000n, 4000n])
  expect(gifts('odd-double')).toEqual([3000n, 6000n, 3000n])
  expect(gifts('odd-double-27-triple')).toEqual([2400n, 7200n, 2400n])
  expect(gifts('arafah-double')).toEqual([4000n, 4000n, 4000n])
})

test('the donor’s own amounts override the distribution; a night without one is skipped', () => {
  const portions = portionsOf({
    schedule: { kind: 'ramadan', hijriYear: 1448, nights: [1, 2, 3] },
    gift: money(9000n, 'GBP'),
    tip: money(100n, 'GBP'),
    distribution: 'equal',
    amounts: { 1: 1000n, 3: 3000n },
  })
  expect([1, 2, 3].map((number) => portionOf(portions, number))).toEqual([
    { gift: 1000n, tip: 25n },
    undefined,
    { gift: 3000n, tip: 75n },
  ])
})

test('causes share a donation exactly, the first ones first; an empty share is dropped (amounts-7)', () => {
  expect(evenCauses(['1', '2', '3'])).toEqual([
    { campaignId: '1', share: 3334 },
    { campaignId: '2', share: 3333 },
    { campaignId: '3', share: 3333 },
  ])
  expect(causeSharesOf(1000n, 'GBP', evenCauses(['1', '2', '3']))).toEqual([
    { campaignId: '1', amount: 334n },
    { campaignId: '2', amount: 333n },
    { campaignId: '3', amount: 333n },
  ])
  expect(
    causeSharesOf(100n, 'GBP', [
      { campaignId: '1', share: 9999 },
      { campaignId: '2', share: 1 },
    ]),
  ).toEqual([{ campaignId: '1', amount: 100n }])
})

test('a remainder below a step goes to the first share, and nothing is lost', () => {
  const shares = spreadInSteps(money(103n, 'KWD'), [1n, 1n, 1n]).map(({ amount }) => amount)
  expect([shares, sum(shares)]).toEqual([[43n, 30n, 30n], 103n])
})
