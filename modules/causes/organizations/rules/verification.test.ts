import { nextVerifiedUntil } from './verification-request.ts'
import { endOfDayIn } from '#shared/date-arithmetic.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate, localDateIn } from '#shared/calendar.ts'
import {
  canCollectPlans,
  canReceiveDonations,
  dueWarnings,
  plansEndAt,
  plansPauseAt,
  type CharityVerification,
  verificationDecisions,
  verificationStateAt,
} from './verification.ts'

const dayMs = 86_400_000
const instants = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const verifications: fc.Arbitrary<CharityVerification> = fc.record({
  verificationState: fc.constantFrom(...verificationDecisions),
  verifiedUntil: fc.option(instants, { nil: null }),
})

test('a charity receives donations exactly while its state is verified (content-5)', () => {
  fc.assert(
    fc.property(verifications, instants, (charity, now) => {
      expect(canReceiveDonations(charity, now)).toBe(verificationStateAt(charity, now) === 'verified')
      if (charity.verificationState !== 'verified') expect(canReceiveDonations(charity, now)).toBe(false)
    }),
  )
})

test('a verification ends by the clock and never begins again by it', () => {
  fc.assert(
    fc.property(verifications, instants, instants, (charity, one, other) => {
      const [before, after] = one <= other ? [one, other] : [other, one]
      if (canReceiveDonations(charity, after)) expect(canReceiveDonations(charity, before)).toBe(true)
      if (canCollectPlans(charity, after)) expect(canCollectPlans(charity, before)).toBe(true)
    }),
  )
  const charity: CharityVerification = {
    verificationState: 'verified',
    verifiedUntil: endOfDayIn('Asia/Tokyo', localDate('2027-03-31')),
  }
  const end = charity.verifiedUntil!.getTime()
  expect([-1, 0, 1].map((ms) => canReceiveDonations(charity, new Date(end + ms)))).toEqual([true, false, false])
  expect([-1, 0].map((ms) => verificationStateAt(charity, new Date(end + ms)))).toEqual(['verified', 'expired'])
})

test('plans are collected for as long as donations are received and 30 days more; rejected, not at all (content-7)', () => {
  fc.assert(
    fc.property(verifications, instants, (charity, now) => {
      if (canReceiveDonations(charity, now)) expect(canCollectPlans(charity, now)).toBe(true)
      if (charity.verificationState === 'rejected' || charity.verificationState === 'none')
        expect(plansPauseAt(charity)).toBeNull()
      if (charity.verifiedUntil === null) expect(canCollectPlans(charity, now)).toBe(false)
    }),
  )
  const verifiedUntil = new Date('2027-03-31T22:59:59Z')
  const instantAfter = (days: number, ms = 0) => new Date(verifiedUntil.getTime() + days * dayMs + ms)
  expect(
    [instantAfter(30, -1), instantAfter(30)].map((now) =>
      canCollectPlans({ verificationState: 'verified', verifiedUntil }, now),
    ),
  ).toEqual([true, false])
  expect(canCollectPlans({ verificationState: 'requested', verifiedUntil }, instantAfter(29))).toBe(true)
  expect(canCollectPlans({ verificationState: 'rejected', verifiedUntil }, instantAfter(-1))).toBe(false)
  expect(plansEndAt({ verifiedUntil }, instantAfter(500))).toEqual(instantAfter(180))
  expect(plansEndAt({ verifiedUntil: null }, instantAfter(0))).toEqual(instantAfter(180))
})

test('a verification lasts to the end of the day 12 months later, and a renewal continues from the old end (content-6)', () => {
  const timeZone = 'America/Toronto'
  const until = (charity: CharityVerification, now: string, months = 12) =>
    localDateIn(timeZone, nextVerifiedUntil({ ...charity, timeZone }, { now: new Date(now), months }))
  const first: CharityVerification = { verificationState: 'requested', verifiedUntil: null }
  // It is still the previous day in Toronto.
  expect(until(first, '2026-11-25T03:00:00Z')).toBe('2027-11-24')
  expect(until(first, '2028-02-29T12:00:00Z')).toBe('2029-02-28')
  const verification: CharityVerification = {
    verificationState: 'verified',
    verifiedUntil: endOfDayIn(timeZone, localDate('2027-11-24')),
  }
  expect(until(verification, '2027-10-01T12:00:00Z')).toBe('2028-11-24')
  expect(until(verification, '2027-09-01T12:00:00Z')).toBe('2028-09-01')
  expect(until(verification, '2027-12-01T12:00:00Z')).toBe('2028-12-01')
  fc.assert(
    fc.property(verifications, instants, fc.integer({ min: 1, max: 36 }), (charity, now, months) => {
      const end = nextVerifiedUntil({ ...charity, timeZone }, { now, months })
      expect(canReceiveDonations({ verificationState: 'verified', verifiedUntil: end }, now)).toBe(true)
    }),
  )
})

test('owners are warned 30 and 7 days before a verification ends and on its last day (content-6)', () => {
  const charity = {
    verificationState: 'verified' as const,
    verifiedUntil: endOfDayIn('Asia/Tokyo', localDate('2027-03-31')),
    timeZone: 'Asia/Tokyo',
  }
  const due = (now: string) => dueWarnings(charity, new Date(now))
  expect(due('2027-02-28T14:59:00Z')).toEqual([])
  expect(due('2027-02-28T15:00:00Z')).toEqual([30])
  expect(due('2027-03-24T00:00:00Z')).toEqual([30, 7])
  expect(due('2027-03-30T16:00:00Z')).toEqual([30, 7, 0])
  expect(dueWarnings({ ...charity, verificationState: 'rejected' }, new Date('2027-03-30T16:00:00Z'))).toEqual([])
})
