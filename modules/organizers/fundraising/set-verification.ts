import { nextVerifiedUntil } from '#modules/causes/organizations/rules/verification-request.ts'
import { endOfDayIn } from '#shared/date-arithmetic.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import {
  findProposal,
  lockVerification,
  saveProposal,
  saveVerification,
  type VerifiedOrganization,
} from '#modules/causes/organizations/index.ts'
import { assertNotOwnCharity } from '#modules/causes/campaigns/index.ts'
import {
  type CharityVerification,
  type VerificationState,
  verificationStateAt,
} from '#modules/causes/organizations/rules/verification.ts'
import { expiredVerificationsTask } from '#modules/recurring/subscriptions/index.ts'
import { readLocalDate, localDateIn } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { actOf } from './charities/charity-details.ts'
import type { Proposal } from './rules/charity.ts'
import type { FundraisingPorts } from './ports.ts'

export type VerificationInput = {
  readonly organizationId: bigint
  readonly state: VerificationState
  /** Last day of the verification in the charity's time zone, ISO 8601; empty: the default. */
  readonly until: string
}

/**
 * Sets a charity's verification (content-5, content-6). Two staff members must agree: the first call proposes it, the
 * same call by another person applies it. Refuses members of the charity (content-23). Only a `verified` charity
 * receives donations, until the end of the day; `expired` ends a verification now or on a past day. A queued job pauses
 * or resumes plans. Faults are at `until`.
 */
export async function setVerification(
  ports: FundraisingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: VerificationInput,
): Promise<CharityVerification & { readonly proposal: Proposal | null }> {
  return ports.write(async (tx) => {
    const before = await lockVerification(tx, input.organizationId)
    if (!before) throw new Problem('not-found', 'charity-not-found')
    if (before.closedAt) throw new Problem('conflict', 'charity-closed')
    const now = ports.clock()
    await assertNotOwnCharity(tx, viewer.accountId, { organizationIds: [before.id] })
    const { state, until } = input
    const proposed = await findProposal(tx, before.id)
    const isConfirmed =
      ports.staffApprovals === 1 ||
      (proposed !== null && proposed.byId !== viewer.accountId && proposed.state === state && proposed.until === until)
    // An impossible proposal is refused at once, before another person confirms it.
    const after = verificationAfter(before, input, { now, months: ports.verificationMonths })
    if (!isConfirmed) {
      await saveProposal(tx, before.id, { state, until, byId: viewer.accountId, at: now })
      const act = 'fundraising.verification-proposed'
      await record(tx, { ...actOf(viewer, context, before.id, now), act, details: { state, until } })
      return { ...before, proposal: { state, until } }
    }
    await saveProposal(tx, before.id, null)
    await saveVerification(tx, before.id, after)
    const details = { from: auditDetails(before, now), to: auditDetails(after, now) }
    await record(tx, { ...actOf(viewer, context, before.id, now), act: 'fundraising.verification-set', details })
    await ports.enqueue(tx, expiredVerificationsTask, {}, { key: expiredVerificationsTask })
    return { ...after, proposal: null }
  })
}

const auditDetails = (verification: CharityVerification, now: Date) => ({
  state: verificationStateAt(verification, now),
  until: verification.verifiedUntil?.toISOString() ?? null,
})

type NewVerification = CharityVerification & { readonly verifiedAt: Date | null }

function verificationAfter(
  before: VerifiedOrganization,
  { state, until }: VerificationInput,
  by: { readonly now: Date; readonly months: number },
): NewVerification {
  const { timeZone, verifiedUntil, verifiedAt } = before
  const { now } = by
  const end = endOf(timeZone, until)
  if (state === 'verified') {
    if (end && end <= now) throw invalidUntil('day-passed')
    return { verificationState: 'verified', verifiedUntil: end ?? nextVerifiedUntil(before, by), verifiedAt: now }
  }
  const endedAt = verifiedUntil === null || verifiedUntil > now ? now : verifiedUntil
  if (state === 'expired') {
    if (end && localDateIn(timeZone, end) > localDateIn(timeZone, now)) throw invalidUntil('day-to-come')
    return {
      verificationState: 'verified',
      verifiedUntil: end && end < now ? end : endedAt,
      verifiedAt: verifiedAt ?? now,
    }
  }
  // A verification that is no longer valid has ended now at the latest; plans are charged and end by that date.
  return { verificationState: state, verifiedUntil: verifiedUntil && endedAt, verifiedAt }
}

function endOf(timeZone: string, until: string): Date | undefined {
  if (until === '') return undefined
  const day = readLocalDate(until)
  if (!day) throw invalidUntil('date-invalid')
  return endOfDayIn(timeZone, day)
}

const invalidUntil = (code: string) => new Problem('validation', 'invalid-input', { fields: { until: { code } } })
