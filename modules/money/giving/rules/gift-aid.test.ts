import { expect, test } from 'vitest'
import { money, parseMajor, toMajor } from '#shared/money.ts'
import { localDate } from '#shared/calendar.ts'
import {
  giftAidHashInput,
  computeGiftAid,
  giftAidText,
  giftAidTextFor,
  giftAidTextOf,
  giftAidUntil,
  isBenefitWithinGiftAid,
  ukTaxYearOf,
} from './gift-aid.ts'

const pounds = (major: string) => parseMajor(major, 'GBP')!

test.each([
  ['25', '100', true],
  ['25.01', '100', false],
  ['30', '200', true],
  ['30.01', '200', false],
  ['25', '100.16', true],
  ['25.01', '100.16', false],
  ['70', '1000', true],
  ['70.01', '1000', false],
  ['2500', '100000', true],
  ['2500.01', '100000', false],
  ['0', '1', true],
  ['2.50', '10', true],
  ['2.51', '10', false],
])('receipts-7: a benefit of £%s for a gift of £%s leaves it Gift Aid: %s', (benefit, gift, isWithin) => {
  expect(isBenefitWithinGiftAid(pounds(gift), pounds(benefit))).toBe(isWithin)
})

test('in another currency only a benefit that is valid at any rate permits Gift Aid', () => {
  expect(isBenefitWithinGiftAid(money(10_000n, 'USD'), money(500n, 'USD'))).toBe(true)
  expect(isBenefitWithinGiftAid(money(10_000n, 'USD'), money(501n, 'USD'))).toBe(false)
  expect(isBenefitWithinGiftAid(money(10_000n, 'GBP'), money(1n, 'USD'))).toBe(false)
})

test('Gift Aid adds a quarter to the donation [S1 §9]', () => {
  expect(toMajor(computeGiftAid(pounds('30')))).toBe('7.50')
  expect(toMajor(computeGiftAid(pounds('0.03')))).toBe('0.00')
})

test('the declaration is HMRC’s model, word for word', () => {
  expect(giftAidText.text).toMatch(
    /^I am a UK taxpayer and understand that if I pay less Income Tax and\/or Capital Gains Tax .* it is my responsibility to pay any difference\.$/,
  )
  expect(giftAidHashInput()).toContain(giftAidText.version)
})

test.each([
  ['2026-11-20', '2027-04-05', 'hmrc-2024-03'],
  ['2027-04-05', '2027-04-06', 'hmrc-2024-03-earlier-year'],
  ['2027-04-06', '2028-04-05', 'hmrc-2024-03'],
  ['2026-11-20', '2029-01-01', 'hmrc-2024-03-earlier-year'],
])('receipts-7: for a gift of %s a declaration of %s has the text %s', (givenOn, today, version) => {
  const text = giftAidTextFor(localDate(givenOn), localDate(today))
  expect(text.version).toBe(version)
  expect(giftAidTextOf(version)).toEqual(text)
  expect(text.text.includes('in the tax year in which I gave')).toBe(version !== 'hmrc-2024-03')
})

test('Gift Aid can be declared until four years after the end of the tax year [receipts-15]', () => {
  expect(['2026-11-20', '2027-04-05', '2027-04-06'].map((day) => giftAidUntil(localDate(day)))).toEqual([
    '2031-04-05',
    '2031-04-05',
    '2032-04-05',
  ])
  expect([ukTaxYearOf(localDate('2027-04-05')), ukTaxYearOf(localDate('2027-04-06'))]).toEqual([2026, 2027])
})

test('a benefit may be 25 % of the first £100 plus 5 % of the rest, at most £2,500; zero always qualifies', () => {
  const within = (gift: bigint, benefit: bigint, currency: 'GBP' | 'EUR' = 'GBP') =>
    isBenefitWithinGiftAid(money(gift, currency), money(benefit, currency))
  expect([within(100_00n, 25_00n), within(100_00n, 25_01n), within(200_00n, 30_00n), within(200_00n, 30_01n)]).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect([
    within(99_99n, 24_99n),
    within(99_99n, 25_00n),
    within(100_000_00n, 2_500_00n),
    within(100_000_00n, 2_500_01n),
  ]).toEqual([true, false, true, false])
  expect([
    within(100_00n, 5_00n, 'EUR'),
    within(100_00n, 5_01n, 'EUR'),
    within(1n, 0n),
    within(0n, 0n),
    within(1n, -1n),
  ]).toEqual([true, false, true, true, true])
  expect([
    isBenefitWithinGiftAid(money(100_00n, 'GBP'), money(0n, 'EUR')),
    isBenefitWithinGiftAid(money(100_00n, 'GBP'), money(1n, 'EUR')),
  ]).toEqual([true, false])
})

test('the charity claims a quarter, rounded down', () => {
  expect([computeGiftAid(money(1003n, 'GBP')).amount, computeGiftAid(money(3n, 'GBP')).amount]).toEqual([250n, 0n])
})
