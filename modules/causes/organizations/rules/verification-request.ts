import { dayMs } from '#shared/time.ts'
import { nextVerifiedUntil, type Verification, verificationStateAt } from './verification.ts'

/** `first` also after a rejection or an expiry; `change` of what a verified charity is registered as. */
export const requestKinds = ['first', 'renewal', 'change'] as const
export type RequestKind = (typeof requestKinds)[number]

/** What staff decides: `return` asks for more without a word against the charity. */
export const requestDecisions = ['verify', 'return', 'reject'] as const
export type RequestDecision = (typeof requestDecisions)[number]

/** A renewal may be asked for so many days before the end (content-6). */
const renewalDays = 60
/** Requests of one charity (content-24). */
export const requestLimit = { count: 3, days: 30 } as const

/** Whether a verified charity may ask to be verified for another year. */
const isRenewalDue = (verification: Verification, now: Date): boolean =>
  verification.verifiedUntil !== null && verification.verifiedUntil.getTime() - now.getTime() <= renewalDays * dayMs

/**
 * What a request of this charity would be; undefined: there is nothing to ask for, because it is verified, its renewal
 * isn't due and nothing of its registration would change.
 */
export function kindOfRequest(verification: Verification, now: Date, hasChanges: boolean): RequestKind | undefined {
  if (verificationStateAt(verification, now) !== 'verified') return 'first'
  if (isRenewalDue(verification, now)) return 'renewal'
  return hasChanges ? 'change' : undefined
}

/** When a charity that sent its last requests at these instants may send the next; null: now. */
export function nextRequestAt(sentAt: readonly Date[], now: Date): Date | null {
  const since = now.getTime() - requestLimit.days * dayMs
  const recent = sentAt.filter((instant) => instant.getTime() > since).toSorted((one, other) => +other - +one)
  const last = recent[requestLimit.count - 1]
  return last ? new Date(last.getTime() + requestLimit.days * dayMs) : null
}

/**
 * The verification of a charity whose request is open. Asking never allows more than before: a verified charity stays
 * so to its end, and one that was rejected after it had been verified stays rejected, with its plans paused (content-7).
 */
export function stateAfterRequest(verification: Verification, now: Date): Verification {
  const state = verificationStateAt(verification, now)
  const staysAsIs = state === 'verified' || (state === 'rejected' && verification.verifiedUntil !== null)
  return staysAsIs ? verification : { verificationState: 'requested', verifiedUntil: verification.verifiedUntil }
}

/**
 * The verification after a decision (content-6, content-7). A verified change keeps the end it had; what is returned is
 * as before the request. Rejected ends now at the latest.
 */
export function stateAfterDecision(
  verification: Verification & { readonly timeZone: string },
  request: { readonly kind: RequestKind; readonly decision: RequestDecision },
  by: { readonly now: Date; readonly months: number },
): Verification {
  const { now } = by
  const isVerified = verificationStateAt(verification, now) === 'verified'
  if (request.decision === 'reject') {
    // A change that is refused takes nothing away: the charity stays as it was registered.
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
  // Expired, it is so again; never verified, it is a draft again.
  if (verification.verifiedUntil === null) return { verificationState: 'none', verifiedUntil: null }
  return {
    verificationState: 'verified',
    verifiedUntil: verification.verifiedUntil > now ? now : verification.verifiedUntil,
  }
}

const keep = ({ verificationState, verifiedUntil }: Verification): Verification => ({
  verificationState,
  verifiedUntil,
})

/** How many people of staff must agree (`STAFF_APPROVALS`). */
export type StaffApprovals = 1 | 2

/** Why someone of staff may not give the second word on a request; undefined: they may (content-23). */
export function secondWordRefusal(input: {
  readonly approvals: StaffApprovals
  readonly checkedById: string | null
  readonly reviewerId: string
  readonly isMember: boolean
}): 'checklist-missing' | 'second-reviewer-needed' | 'own-charity' | undefined {
  if (input.isMember) return 'own-charity'
  if (input.checkedById === null) return 'checklist-missing'
  return input.approvals === 2 && input.checkedById === input.reviewerId ? 'second-reviewer-needed' : undefined
}
