import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { type Currency, money, parseMajor, toMajor } from '#shared/money.ts'
import { caStatement, noGoodsOrServices, receiptKind, usStatement } from './official.ts'
import { receiptNumber, serialYearOf, taxYearLabel, taxYearOf } from './serial.ts'

const donationOf = (currency: Currency, gift: string, benefit = '0') => ({
  gift: parseMajor(gift, currency)!,
  benefit: parseMajor(benefit, currency)!,
})

test('receipts-5: a US donation of 250 is acknowledged in writing, one of 249.99 only receipted', () => {
  expect(
    [usStatement(donationOf('USD', '249.99')), usStatement(donationOf('USD', '250.00'))].map(
      (statement) => statement.isAcknowledgment,
    ),
  ).toEqual([false, true])
  expect(noGoodsOrServices).toContain('No goods or services were provided in exchange for this contribution')
})

test('receipts-5: two US donations of 125 on one day are assessed separately', () => {
  expect([1, 2].map(() => usStatement(donationOf('USD', '125')).isAcknowledgment)).toEqual([false, false])
})

test.each([
  ['100', '40', true, '60.00'],
  ['75.00', '10', false, '65.00'],
  ['75.01', '10', true, '65.01'],
  ['100', '0', false, '100.00'],
  ['30', '40', false, '0.00'],
])(
  'receipts-5: a US gift of %s with a reward worth %s: disclosure %s, deductible %s',
  (gift, benefit, hasDisclosure, deductible) => {
    const statement = usStatement(donationOf('USD', gift, benefit))
    expect([statement.hasQuidProQuoDisclosure, toMajor(statement.deductible)]).toEqual([hasDisclosure, deductible])
  },
)

test.each([
  ['receipts-6', '100', '10', '100.00'],
  ['receipts-6', '100', '10.01', '89.99'],
  ['receipts-6', '100', '80', '20.00'],
  ['receipts-6', '100', '80.01', undefined],
  ['receipts-6', '1000', '75', '1000.00'],
  ['receipts-6', '1000', '75.01', '924.99'],
])('%s: a Canadian gift of %s with an advantage of %s has the eligible amount %s', (_, gift, benefit, eligible) => {
  const statement = caStatement(donationOf('CAD', gift, benefit))
  expect(statement.isReceiptable ? toMajor(statement.eligible) : undefined).toBe(eligible)
})

test('the deductible amount is between zero and the donation', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 9n), fc.bigInt(0n, 10n ** 9n), (gift, benefit) => {
      const american = usStatement({ gift: money(gift, 'USD'), benefit: money(benefit, 'USD') }).deductible.amount
      expect(american >= 0n && american <= gift).toBe(true)
      const canadian = caStatement({ gift: money(gift, 'CAD'), benefit: money(benefit, 'CAD') })
      if (canadian.isReceiptable) {
        expect(canadian.eligible.amount + canadian.advantage.amount).toBe(gift)
        expect(canadian.eligible.amount * 5n >= gift).toBe(true)
      } else expect(benefit * 5n > gift * 4n).toBe(true)
    }),
  )
})

test('a receipt is official if the issuer’s country has one and the donation qualifies (receipts-10)', () => {
  const data = { ...donationOf('CAD', '100'), taxReceipt: true, giftAid: true, hasTaxAddress: true, isOffline: false }
  expect((['us', 'ca', 'uk', 'plain'] as const).map((regime) => receiptKind({ ...data, regime }))).toEqual([
    'official',
    'official',
    'plain',
    'plain',
  ])
  expect((['us', 'ca', 'uk'] as const).map((regime) => receiptKind({ ...data, regime, isOffline: true }))).toEqual([
    'plain',
    'plain',
    'plain',
  ])
  expect((['us', 'ca', 'uk'] as const).map((regime) => receiptKind({ ...data, regime, hasTaxAddress: false }))).toEqual(
    ['official', 'plain', 'plain'],
  )
  expect(receiptKind({ ...data, ...donationOf('CAD', '100', '80.01'), regime: 'ca' })).toBe('plain')
})

test('the UK tax year begins on 6 April, others on 1 January', () => {
  expect(
    ['2027-04-05', '2027-04-06', '2027-12-31', '2028-01-01'].map((day) => taxYearOf('uk', localDate(day))),
  ).toEqual([2026, 2027, 2027, 2027])
  expect((['us', 'ca', 'plain'] as const).map((regime) => taxYearOf(regime, localDate('2027-01-01')))).toEqual([
    2027, 2027, 2027,
  ])
  expect([taxYearLabel('uk', 2026), taxYearLabel('uk', 2099), taxYearLabel('us', 2026)]).toEqual([
    '2026-27',
    '2099-00',
    '2026',
  ])
})

test('serials restart on 1 January in every country, even if the tax year doesn’t', () => {
  expect(['2026-12-31', '2027-01-01', '2027-04-05', '2027-04-06'].map((day) => serialYearOf(localDate(day)))).toEqual([
    2026, 2027, 2027, 2027,
  ])
})

test('no two receipts have the same number, and numbers of an issuer and year sort in order of issue', () => {
  expect(receiptNumber({ issuerId: 12n, year: 2026, serial: 123n })).toBe('12-2026-000123')
  const key = fc.record({
    issuerId: fc.bigInt(1n, 10n ** 6n),
    year: fc.integer({ min: 2000, max: 2100 }),
    serial: fc.bigInt(1n, 10n ** 9n),
  })
  fc.assert(
    fc.property(key, key, (a, b) => {
      expect(receiptNumber(a) === receiptNumber(b)).toBe(
        a.issuerId === b.issuerId && a.year === b.year && a.serial === b.serial,
      )
      if (a.serial < 10n ** 6n && b.serial < 10n ** 6n && a.issuerId === b.issuerId && a.year === b.year)
        expect(receiptNumber(a) < receiptNumber(b)).toBe(a.serial < b.serial)
    }),
  )
})
