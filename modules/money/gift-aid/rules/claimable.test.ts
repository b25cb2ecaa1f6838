import { addDays } from '#shared/date-arithmetic.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LocalDate, localDate } from '#shared/calendar.ts'
import {
  claimRefusals,
  type ClaimingCharity,
  type DonationToClaim,
  findClaimRefusals,
  isClaimable,
} from './claimable.ts'
import { accountingYearEndOf, isAccountingYearEnd, lastClaimDay } from './claim-deadline.ts'

const donation: DonationToClaim = {
  givenOn: localDate('2026-11-01'),
  declaration: 'covers',
  remainingGift: 20_00n,
  remainingPence: 20_00n,
  isDisputed: false,
  hasOpenRefund: false,
  isPaidOut: true,
  areBenefitsWithinLimit: true,
  isClaimedBefore: false,
}
const charity: ClaimingCharity = {
  hmrcReference: 'XR12345',
  accountingYearEnd: '04-05',
  paysOut: true,
  claimedBefore: { claimedUntil: null },
}
const today = localDate('2026-11-20')
const refusals = (over: Partial<DonationToClaim>, overCharity: Partial<ClaimingCharity> = {}, on: LocalDate = today) =>
  findClaimRefusals({ ...donation, ...over }, { ...charity, ...overCharity }, on)

test('a covered donation that is paid out can be claimed from day 14 on [gift-aid-10]', () => {
  expect(refusals({}, {}, localDate('2026-11-14'))).toEqual(['too-new'])
  expect(refusals({}, {}, localDate('2026-11-15'))).toEqual([])
})

test.each([
  ['no-hmrc-reference', {}, { hmrcReference: ' ' }],
  ['claimed-before-unknown', {}, { claimedBefore: undefined }],
  ['claimed-before', {}, { claimedBefore: { claimedUntil: localDate('2026-11-01') } }],
  ['claimed-before', { isClaimedBefore: true }, {}],
  ['not-covered', { declaration: 'none' }, {}],
  ['excluded', { declaration: 'excluded' }, {}],
  ['unconfirmed', { declaration: 'unconfirmed' }, {}],
  ['refunded', { remainingGift: 0n, remainingPence: 0n }, {}],
  ['disputed', { isDisputed: true }, {}],
  ['refund-open', { hasOpenRefund: true }, {}],
  ['not-paid-out', { isPaidOut: false }, {}],
  ['benefits', { areBenefitsWithinLimit: false }, {}],
  ['no-rate', { remainingPence: undefined }, {}],
] as const)('%s is a reason not to claim [gift-aid-10]', (refusal, over, overCharity) => {
  expect(refusals(over, overCharity)).toEqual([refusal])
})

test('a donation of the day after the last claim elsewhere can be claimed [gift-aid-12]', () => {
  expect(refusals({}, { claimedBefore: { claimedUntil: localDate('2026-10-31') } })).toEqual([])
})

test('without payouts a paid payout isn’t required [gift-aid-10]', () => {
  expect(refusals({ isPaidOut: false }, { paysOut: false })).toEqual([])
})

test.each([
  ['2026-11-01', '04-05', '2031-04-05'],
  ['2027-04-05', '04-05', '2031-04-05'],
  ['2027-04-06', '04-05', '2032-04-05'],
  ['2026-11-01', '12-31', '2030-12-31'],
  ['2026-12-31', '12-31', '2030-12-31'],
  ['2027-01-01', '12-31', '2031-12-31'],
  ['2027-02-28', '02-29', '2031-02-28'],
  ['2027-03-01', '02-29', '2032-02-29'],
  ['2024-02-29', '02-29', '2028-02-29'],
  ['2024-02-29', '02-28', '2029-02-28'],
] as const)('a donation of %s with the year end %s can be claimed until %s [gift-aid-10]', (givenOn, end, last) => {
  expect(lastClaimDay(localDate(givenOn), end)).toBe(last)
  const over = { givenOn: localDate(givenOn) }
  expect(refusals(over, { accountingYearEnd: end }, localDate(last))).toEqual([])
  expect(refusals(over, { accountingYearEnd: end }, addDays(localDate(last), 1))).toEqual(['too-late'])
})

test('an accounting year ends on a month and day', () => {
  expect(['04-05', '02-29', '12-31'].map(isAccountingYearEnd)).toEqual([true, true, true])
  expect(['4-5', '02-30', '13-01', '', '2026-04-05'].map(isAccountingYearEnd)).toEqual(Array(5).fill(false))
})

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => localDate(date.toISOString().slice(0, 10)))
const yearEnd = fc.constantFrom('04-05', '12-31', '02-29', '03-31', '02-28', '06-30', '01-01') as fc.Arbitrary<
  ClaimingCharity['accountingYearEnd']
>

test('a donation is within its accounting year, and a year has the same deadline [gift-aid-10]', () => {
  fc.assert(
    fc.property(day, yearEnd, (givenOn, end) => {
      const last = accountingYearEndOf(givenOn, end)
      expect(last >= givenOn && last < addDays(givenOn, 367)).toBe(true)
      expect(lastClaimDay(last, end)).toBe(lastClaimDay(givenOn, end))
      expect(lastClaimDay(addDays(last, 1), end) > lastClaimDay(givenOn, end)).toBe(true)
    }),
  )
})

test('refusals are in the order of the list, and more facts against a donation never remove one [gift-aid-10]', () => {
  const anything = fc.record({
    givenOn: day,
    declaration: fc.constantFrom('covers', 'none', 'excluded', 'unconfirmed'),
    remainingGift: fc.bigInt(0n, 100n),
    remainingPence: fc.option(fc.bigInt(0n, 100n), { nil: undefined }),
    isDisputed: fc.boolean(),
    hasOpenRefund: fc.boolean(),
    isPaidOut: fc.boolean(),
    areBenefitsWithinLimit: fc.boolean(),
    isClaimedBefore: fc.boolean(),
  })
  fc.assert(
    fc.property(anything, day, (some, on) => {
      const found = findClaimRefusals(some, charity, on)
      expect(found).toEqual(claimRefusals.filter((refusal) => found.includes(refusal)))
      const worse = findClaimRefusals({ ...some, isDisputed: true }, charity, on)
      expect(worse).toEqual(expect.arrayContaining([...found, 'disputed']))
      expect(isClaimable(some, charity, on)).toBe(found.length === 0)
    }),
  )
})
