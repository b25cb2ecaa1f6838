import { dayMs } from '#shared/time.ts'
import { addMonths, endOfDayIn, localDateIn } from '#shared/calendar.ts'

/** What staff decided. `verified` lasts until its end date. */
export const verificationDecisions = ['none', 'requested', 'verified', 'rejected'] as const
export type VerificationDecision = (typeof verificationDecisions)[number]

/** The same at an instant: a verification whose end has passed is `expired` (content-5). */
export const verificationStates = ['none', 'requested', 'verified', 'expired', 'rejected'] as const
export type VerificationState = (typeof verificationStates)[number]

export type Verification = {
  readonly verificationState: VerificationDecision
  /** When the last verification ends, or ended; null: there was none. */
  readonly verifiedUntil: Date | null
}

/** A renewal may be decided so many days before the end, and continues from it (content-6). */
const renewalDays = 60
/**
 * Plans are collected for so many days after the end; the SQL function `organizations.can_collect_plans` says the same
 * (content-7).
 */
const planGraceDays = 30
/** Plans that are paused for want of a verification end so many days after its end (content-7). */
const planEndDays = 180
/** Owners and admins are warned so many days before the end; 0 is its last day (content-6). */
const warningDays = [30, 7, 0] as const
export type WarningDays = (typeof warningDays)[number]

/**
 * Whether a charity may receive donations (content-5): by the clock, for every way to donate. The SQL function
 * `organizations.can_receive_donations` says the same.
 */
export const canReceiveDonations = ({ verificationState, verifiedUntil }: Verification, now: Date): boolean =>
  verificationState === 'verified' && verifiedUntil !== null && now < verifiedUntil

export const verificationStateAt = (organization: Verification, now: Date): VerificationState =>
  organization.verificationState === 'verified' && !canReceiveDonations(organization, now)
    ? 'expired'
    : organization.verificationState

/** End of the verification of the operator's own charity, which needs no renewal (content-32). */
export const withoutRenewal = new Date('2999-12-31T23:59:59Z')

/** Whether pages of a charity are public: it was verified once, is not closed, and was not rejected since. */
export const isShownInPublic = (input: {
  readonly verificationState: VerificationDecision
  readonly verifiedAt: Date | null
  readonly closedAt: Date | null
}): boolean => input.verifiedAt !== null && input.closedAt === null && input.verificationState !== 'rejected'

/** When plans to a charity pause; null: at once, because it was rejected or never verified. */
export const plansPauseAt = ({ verificationState, verifiedUntil }: Verification): Date | null =>
  verifiedUntil === null || verificationState === 'none' || verificationState === 'rejected'
    ? null
    : new Date(verifiedUntil.getTime() + planGraceDays * dayMs)

/** Whether what is due of a plan that exists may be collected for a charity (content-7). */
export const canCollectPlans = (organization: Verification, now: Date): boolean => {
  const pauseAt = plansPauseAt(organization)
  return pauseAt !== null && now < pauseAt
}

/** When plans that paused end: `planEndDays` after the verification ended, or after `pausedAt` where there was none. */
export const plansEndAt = ({ verifiedUntil }: Pick<Verification, 'verifiedUntil'>, pausedAt: Date): Date =>
  new Date((verifiedUntil ?? pausedAt).getTime() + planEndDays * dayMs)

/**
 * Until when a charity verified now is: the end of its day `months` later, counted from the old end where that is yet
 * to come and near.
 */
export function nextVerifiedUntil(
  organization: Verification & { readonly timeZone: string },
  { now, months }: { readonly now: Date; readonly months: number },
): Date {
  const { timeZone, verifiedUntil } = organization
  const isRenewal =
    verifiedUntil !== null &&
    canReceiveDonations(organization, now) &&
    verifiedUntil.getTime() - now.getTime() <= renewalDays * dayMs
  return endOfDayIn(timeZone, addMonths(localDateIn(timeZone, isRenewal ? verifiedUntil : now), months))
}

/**
 * The warnings that are due: each as many days before the end of the last day, the earliest first. None where the
 * charity isn't verified.
 */
export function dueWarnings(organization: Verification & { readonly timeZone: string }, now: Date): WarningDays[] {
  const { verificationState, verifiedUntil, timeZone } = organization
  if (verificationState !== 'verified' || verifiedUntil === null) return []
  const daysLeft = (Date.parse(localDateIn(timeZone, verifiedUntil)) - Date.parse(localDateIn(timeZone, now))) / dayMs
  return warningDays.filter((days) => daysLeft <= days)
}
