import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canCollectPlans,
  canReceiveDonations,
  type CharityVerification,
  verificationDecisions,
} from './verification.ts'
import {
  stateAfterDecision,
  stateAfterRequest,
  kindOfRequest,
  nextRequestAt,
  requestDecisions,
  requestKinds,
  requestLimit,
  refusalOfSecondReviewer,
} from './verification-request.ts'

const dayMs = 86_400_000
const instant = new Date('2026-11-20T12:00:00Z')
const instants = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
})
/** States that the database allows: verified has an end. */
const verifications: fc.Arbitrary<CharityVerification> = fc
  .record({
    verificationState: fc.constantFrom(...verificationDecisions),
    verifiedUntil: fc.option(instants, { nil: null }),
  })
  .filter((input) => input.verificationState !== 'verified' || input.verifiedUntil !== null)

test('a request never allows more than the charity had without it (content-22)', () => {
  fc.assert(
    fc.property(verifications, instants, instants, (before, request, later) => {
      const after = stateAfterRequest(before, request)
      const now = later > request ? later : request
      expect(canReceiveDonations(after, now)).toBe(canReceiveDonations(before, now))
      if (canCollectPlans(after, now) && before.verificationState !== 'none')
        expect(canCollectPlans(before, now)).toBe(true)
    }),
  )
})

test('a rejected charity that asks again collects no plans until it is verified (content-7)', () => {
  const rejected = { verificationState: 'rejected', verifiedUntil: new Date('2027-03-01T00:00:00Z') } as const
  const verification = stateAfterRequest(rejected, new Date('2027-03-05T00:00:00Z'))
  expect(canCollectPlans(verification, new Date('2027-03-06T00:00:00Z'))).toBe(false)
  expect(stateAfterRequest({ verificationState: 'rejected', verifiedUntil: null }, instant)).toMatchObject({
    verificationState: 'requested',
  })
})

test('only the decision to verify opens a charity, and rejecting closes it at once (content-5)', () => {
  fc.assert(
    fc.property(
      verifications,
      instants,
      fc.constantFrom(...requestKinds),
      fc.constantFrom(...requestDecisions),
      (before, now, kind, decision) => {
        const request = { ...before, timeZone: 'Asia/Karachi' }
        const after = stateAfterDecision(request, { kind, decision }, { now, months: 12 })
        if (decision === 'verify') expect(canReceiveDonations(after, now)).toBe(true)
        else if (canReceiveDonations(after, now)) expect(canReceiveDonations(before, now)).toBe(true)
        if (decision === 'reject' && kind !== 'change') {
          expect(canReceiveDonations(after, now)).toBe(false)
          expect(canCollectPlans(after, now)).toBe(false)
        }
        if (decision !== 'verify' && after.verifiedUntil && before.verifiedUntil)
          expect(after.verifiedUntil.getTime()).toBeLessThanOrEqual(before.verifiedUntil.getTime())
      },
    ),
  )
})

test('a decision on a change of registration never moves the end of the verification (content-24)', () => {
  fc.assert(
    fc.property(
      instants,
      fc.integer({ min: 1, max: 400 }),
      fc.constantFrom(...requestDecisions),
      (now, days, decision) => {
        const request = {
          verificationState: 'verified',
          verifiedUntil: new Date(now.getTime() + days * dayMs),
        } as const
        expect(
          stateAfterDecision(
            { ...request, timeZone: 'Europe/London' },
            { kind: 'change', decision },
            { now, months: 12 },
          ),
        ).toEqual(request)
      },
    ),
  )
})

test('what is returned is as it was: a draft, or expired', () => {
  const by = { now: new Date('2027-06-01T00:00:00Z'), months: 12 }
  const returned = { kind: 'first', decision: 'return' } as const
  const timeZone = 'Europe/London'
  expect(stateAfterDecision({ verificationState: 'requested', verifiedUntil: null, timeZone }, returned, by)).toEqual({
    verificationState: 'none',
    verifiedUntil: null,
  })
  const verifiedUntil = new Date('2027-05-01T00:00:00Z')
  expect(stateAfterDecision({ verificationState: 'requested', verifiedUntil, timeZone }, returned, by)).toEqual({
    verificationState: 'verified',
    verifiedUntil,
  })
})

test('a renewal may be asked for in the last 60 days, and a change at any time (content-22)', () => {
  const request = { verificationState: 'verified', verifiedUntil: new Date('2027-03-01T00:00:00Z') } as const
  const kind = (now: string, hasChanges = false) => kindOfRequest(request, new Date(now), hasChanges)
  expect(kind('2026-12-30T00:00:00Z')).toBe(undefined)
  expect(kind('2026-12-30T23:59:59Z', true)).toBe('change')
  expect(kind('2026-12-31T00:00:00Z')).toBe('renewal')
  expect(kind('2027-03-01T00:00:00Z')).toBe('first')
  expect(kindOfRequest({ verificationState: 'none', verifiedUntil: null }, instant, false)).toBe('first')
})

test('three requests in any 30 days, the next one when the oldest of them is 30 days old (content-24)', () => {
  fc.assert(
    fc.property(fc.array(instants, { maxLength: 8 }), instants, (sentAt, now) => {
      const next = nextRequestAt(sentAt, now)
      const recent = sentAt.filter(
        (instantItem) => instantItem <= now && instantItem.getTime() > now.getTime() - requestLimit.days * dayMs,
      )
      if (recent.length >= requestLimit.count) expect(next).not.toBe(null)
      if (next) {
        expect(next > now).toBe(true)
        expect(
          sentAt.filter((instantItem) => instantItem.getTime() > next.getTime() - requestLimit.days * dayMs).length,
        ).toBeLessThan(Math.max(requestLimit.count, sentAt.length))
      }
    }),
  )
})

test('the second word is another person’s, unless the installation asks for one, and never a member’s (content-23)', () => {
  const request = { approvals: 2, checkedById: 'a', reviewerId: 'b', isMember: false } as const
  expect(refusalOfSecondReviewer(request)).toBe(undefined)
  expect(refusalOfSecondReviewer({ ...request, checkedById: null })).toBe('checklist-missing')
  expect(refusalOfSecondReviewer({ ...request, reviewerId: 'a' })).toBe('second-reviewer-needed')
  expect(refusalOfSecondReviewer({ ...request, reviewerId: 'a', approvals: 1 })).toBe(undefined)
  expect(refusalOfSecondReviewer({ ...request, isMember: true, approvals: 1 })).toBe('own-charity')
})
