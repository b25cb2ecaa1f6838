import { dayMs } from '#shared/time.ts'
import { localDateIn } from '#shared/calendar.ts'

/** Staff's decision. `verified` lasts until its end date. */
export const verificationDecisions = ['none', 'requested', 'verified', 'rejected'] as const
export type VerificationDecision = (typeof verificationDecisions)[number]

/** The state at a moment: a verification after its end is `expired` (content-5). */
export const verificationStates = ['none', 'requested', 'verified', 'expired', 'rejected'] as const
export type VerificationState = (typeof verificationStates)[number]

export type CharityVerification = {
  readonly verificationState: VerificationDecision
  /** When the last verification ends or ended; null: there was none. */
  readonly verifiedUntil: Date | null
}

/** Days before the end from which a renewal can be decided; it continues from the end (content-6). */
const renewalDays = 60
/**
 * Days after the end for which plans are charged; the SQL function `organizations.can_collect_plans` applies the same
 * rule (content-7).
 */
const planGraceDays = 30
/** Days after the end after which plans that were paused for a missing verification end (content-7). */
const planEndDays = 180
/** Days before the end on which owners and admins are warned; 0 is its last day (content-6). */
const warningDays = [30, 7, 0] as const
export type WarningDays = (typeof warningDays)[number]

/**
 * Whether a charity may receive donations (content-5), by the clock, for every way to donate. The SQL function
 * `organizations.can_receive_donations` applies the same rule.
 */
export const canReceiveDonations = ({ verificationState, verifiedUntil }: CharityVerification, now: Date): boolean =>
  verificationState === 'verified' && verifiedUntil !== null && now < verifiedUntil

export const verificationStateAt = (organization: CharityVerification, now: Date): VerificationState =>
  organization.verificationState === 'verified' && !canReceiveDonations(organization, now)
    ? 'expired'
    : organization.verificationState

/** End of the verification of the operator's own charity, which needs no renewal (content-32). */
export const withoutRenewal = new Date('2999-12-31T23:59:59Z')

/** Whether a charity's pages are public: it was verified at least once, is not closed, and was not rejected since. */
export const isShownInPublic = (input: {
  readonly verificationState: VerificationDecision
  readonly verifiedAt: Date | null
  readonly closedAt: Date | null
}): boolean => input.verifiedAt !== null && input.closedAt === null && input.verificationState !== 'rejected'

/** Returns when plans to a charity pause; null: at once, because it was rejected or never verified. */
export const plansPauseAt = ({ verificationState, verifiedUntil }: CharityVerification): Date | null =>
  verifiedUntil === null || verificationState === 'none' || verificationState === 'rejected'
    ? null
    : new Date(verifiedUntil.getTime() + planGraceDays * dayMs)

/** Whether due occurrences of existing plans may be charged for a charity (content-7). */
export const canCollectPlans = (organization: CharityVerification, now: Date): boolean => {
  const pauseAt = plansPauseAt(organization)
  return pauseAt !== null && now < pauseAt
}

/**
 * Returns when paused plans end: `planEndDays` after the end of the verification, or after `pausedAt` if there was
 * none.
 */
export const plansEndAt = ({ verifiedUntil }: Pick<CharityVerification, 'verifiedUntil'>, pausedAt: Date): Date =>
  new Date((verifiedUntil ?? pausedAt).getTime() + planEndDays * dayMs)

/** Returns from when a renewal can be asked and decided (content-6). */
export const renewableFrom = (verifiedUntil: Date): Date => new Date(verifiedUntil.getTime() - renewalDays * dayMs)

/**
 * Returns the due warnings, each a number of days before the end of the last day, earliest first. Empty if the charity
 * isn't verified.
 */
export function dueWarnings(
  organization: CharityVerification & { readonly timeZone: string },
  now: Date,
): WarningDays[] {
  const { verificationState, verifiedUntil, timeZone } = organization
  if (verificationState !== 'verified' || verifiedUntil === null) return []
  const daysLeft = (Date.parse(localDateIn(timeZone, verifiedUntil)) - Date.parse(localDateIn(timeZone, now))) / dayMs
  return warningDays.filter((days) => daysLeft <= days)
}
