import { localDateIn } from '#shared/calendar.ts'
import { addMonths, endOfDayIn } from '#shared/date-arithmetic.ts'
import { dayMs } from '#shared/time.ts'
import { canReceiveDonations, type CharityVerification, renewableFrom, verificationStateAt } from './verification.ts'

/** `first` also applies after a rejection or expiry; `change` changes a verified charity's registration. */
export const requestKinds = ['first', 'renewal', 'change'] as const
export type RequestKind = (typeof requestKinds)[number]

/** Staff decisions; `return` asks for more information without a rejection. */
export const requestDecisions = ['verify', 'return', 'reject'] as const
export type RequestDecision = (typeof requestDecisions)[number]

/** Limits of one charity's requests (content-24). */
export const requestLimit = { count: 3, days: 30 } as const

/** Whether a verified charity can request a renewal. */
const isRenewalDue = (verification: CharityVerification, now: Date): boolean =>
  verification.verifiedUntil !== null && now >= renewableFrom(verification.verifiedUntil)

/**
 * Returns the kind of request that this charity can submit; undefined if there is none, because it is verified, its
 * renewal isn't due and its registration wouldn't change.
 */
export function kindOfRequest(
  verification: CharityVerification,
  now: Date,
  hasChanges: boolean,
): RequestKind | undefined {
  if (verificationStateAt(verification, now) !== 'verified') return 'first'
  if (isRenewalDue(verification, now)) return 'renewal'
  return hasChanges ? 'change' : undefined
}

/**
 * Whether a charity changes its country in its form at once: nothing of its registration was ever verified or entered
 * by staff, so no page or receipt has it (content-48). Otherwise the country changes with a verified request.
 */
export const canChangeCountry = (charity: {
  readonly verifiedAt: Date | null
  /** As printed on receipts; empty: none. */
  readonly registration: string
}): boolean => charity.verifiedAt === null && charity.registration === ''

/** Returns when a charity with these earlier requests can submit the next one; null: now. */
export function nextRequestAt(sentAt: readonly Date[], now: Date): Date | null {
  const since = now.getTime() - requestLimit.days * dayMs
  const recent = sentAt.filter((instant) => instant.getTime() > since).toSorted((one, other) => +other - +one)
  const last = recent[requestLimit.count - 1]
  return last ? new Date(last.getTime() + requestLimit.days * dayMs) : null
}

/**
 * Returns the verification of a charity with an open request. A request never allows more than before: a verified
 * charity stays so until its end, and one that was rejected after a verification stays rejected, with its plans paused
 * (content-7).
 */
export function stateAfterRequest(verification: CharityVerification, now: Date): CharityVerification {
  const state = verificationStateAt(verification, now)
  const staysAsIs = state === 'verified' || (state === 'rejected' && verification.verifiedUntil !== null)
  return staysAsIs ? verification : { verificationState: 'requested', verifiedUntil: verification.verifiedUntil }
}

/**
 * Returns the verification after a decision (content-6, content-7). A verified change keeps its end; a returned request
 * restores the state before it; a rejection ends the verification now at the latest.
 */
export function stateAfterDecision(
  verification: CharityVerification & { readonly timeZone: string },
  request: { readonly kind: RequestKind; readonly decision: RequestDecision },
  by: { readonly now: Date; readonly months: number },
): CharityVerification {
  const { now } = by
  const isVerified = verificationStateAt(verification, now) === 'verified'
  if (request.decision === 'reject') {
    // A rejected change takes nothing away: the charity keeps its registration.
    if (request.kind === 'change') return keep(verification)
    const end =
      verification.verifiedUntil !== null && verification.verifiedUntil > now ? now : verification.verifiedUntil
    return { verificationState: 'rejected', verifiedUntil: end }
  }
  if (request.decision === 'verify')
    return request.kind === 'change' && isVerified
      ? keep(verification)
      : { verificationState: 'verified', verifiedUntil: nextVerifiedUntil(verification, by) }
  if (isVerified || verification.verificationState === 'rejected') return keep(verification)
  // An expired charity is expired again; one that was never verified is a draft again.
  if (verification.verifiedUntil === null) return { verificationState: 'none', verifiedUntil: null }
  return {
    verificationState: 'verified',
    verifiedUntil: verification.verifiedUntil > now ? now : verification.verifiedUntil,
  }
}

const keep = ({ verificationState, verifiedUntil }: CharityVerification): CharityVerification => ({
  verificationState,
  verifiedUntil,
})

/** Number of staff members who must agree (`STAFF_APPROVALS`). */
export type StaffApprovals = 1 | 2

/** Returns why a staff member can't be the second approver of a request; undefined if they can (content-23). */
export function refusalOfSecondReviewer(input: {
  readonly approvals: StaffApprovals
  readonly checkedById: string | null
  readonly reviewerId: string
  readonly isMember: boolean
}): 'checklist-missing' | 'second-reviewer-needed' | 'own-charity' | undefined {
  if (input.isMember) return 'own-charity'
  if (input.checkedById === null) return 'checklist-missing'
  return input.approvals === 2 && input.checkedById === input.reviewerId ? 'second-reviewer-needed' : undefined
}

/**
 * Returns the end of a charity's verification that starts now: the end of its day `months` later, counted from the
 * previous end if that is in the near future.
 */
export function nextVerifiedUntil(
  organization: CharityVerification & { readonly timeZone: string },
  { now, months }: { readonly now: Date; readonly months: number },
): Date {
  const { timeZone, verifiedUntil } = organization
  const isRenewal =
    verifiedUntil !== null && canReceiveDonations(organization, now) && now >= renewableFrom(verifiedUntil)
  return endOfDayIn(timeZone, addMonths(localDateIn(timeZone, isRenewal ? verifiedUntil : now), months))
}
