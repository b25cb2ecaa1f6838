import { type LocalDate, readLocalDate } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import { parseMajor } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { canTransition } from '#shared/states.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { ukDayOf } from '../declarations/rules/coverage.ts'
import { type ClaimCancelReason, type ClaimState, claimTransitions } from '../rules/claim-states.ts'
import { authorizeForClaims } from './authorize-for-claims.ts'
import { loadCandidates } from './load-candidates.ts'
import type { ClaimPorts } from './ports.ts'
import { isAdjusted } from './queries/adjustments.ts'
import { changeClaim, type Claim, listClaimRows, lockClaim, rejectRow } from './queries/claims.ts'
import { listDonationsOfClaim } from './queries/donations.ts'
import { lockSettings } from './queries/settings.ts'

/** Which claim is changed, and by whom. */
export type ClaimRequest = { readonly organizationId: bigint; readonly claimId: string }
type Caller = { readonly viewer: AccountViewer; readonly context: Pick<RequestContext, 'ip'> }

/**
 * Records that a claim was submitted to HMRC on a UK day, with HMRC's reference (gift-aid-13). First every donation is
 * checked again: if one can't be claimed any more, or a part was refunded since, the draft is cancelled with the reason
 * instead. Returns the new state.
 */
export async function submitClaim(
  ports: ClaimPorts,
  caller: Caller,
  input: ClaimRequest & { readonly submittedOn: string; readonly reference: string },
): Promise<ClaimState> {
  return changeLocked(ports, caller, input, 'submitted', async (tx, claim) => {
    const submittedOn = dayWithin(input.submittedOn, { from: ukDayOf(claim.draftedAt), until: ukDayOf(ports.clock()) })
    const reference = input.reference.trim()
    if (submittedOn === undefined || reference === '')
      throw new Problem('validation', 'invalid-input', {
        fields: {
          ...(submittedOn === undefined && { submittedOn: { code: 'claim-day-invalid' } }),
          ...(reference === '' && { reference: { code: 'claim-reference-missing' } }),
        },
      })
    const reason = await findCancelReason(ports, tx, claim)
    if (reason) {
      await cancelIn(ports, tx, caller, claim, reason)
      return 'cancelled'
    }
    await changeClaim(tx, claim, {
      state: 'submitted',
      submitted_on: submittedOn,
      submitted_at: ports.clock(),
      submitted_by: caller.viewer.accountId,
      reference,
    })
    await recordChange(ports, tx, caller, claim, { act: 'claim-submitted', details: { submittedOn, reference } })
    return 'submitted'
  })
}

/** Returns why a draft can't be submitted any more; undefined if each donation is as it was, and claimable. */
async function findCancelReason(ports: ClaimPorts, tx: Tx, claim: Claim): Promise<ClaimCancelReason | undefined> {
  const { organizationId } = claim
  const settings = await lockSettings(tx, organizationId)
  const refundedAtDraft = new Map(
    (await listClaimRows(tx, claim.id)).map(({ donationId, refunded }) => [donationId, refunded]),
  )
  const donations = await loadCandidates(ports, tx, { organizationId, settings }, () =>
    listDonationsOfClaim(tx, claim.id),
  )
  if (donations.some(({ id, refunded }) => refunded !== refundedAtDraft.get(id))) return 'refunded'
  return donations.some(({ refusals }) => refusals.length > 0) ? 'not-claimable' : undefined
}

/** Records what HMRC paid for a claim, in pounds with pence, and on which UK day; it isn't in the ledger (gift-aid-13). */
export async function recordClaimPayment(
  ports: ClaimPorts,
  caller: Caller,
  input: ClaimRequest & { readonly paidOn: string; readonly amount: string },
): Promise<ClaimState> {
  return changeLocked(ports, caller, input, 'paid', async (tx, claim) => {
    const paidOn = dayWithin(input.paidOn, { from: claim.submittedOn, until: ukDayOf(ports.clock()) })
    const amount = parseMajor(input.amount.trim(), 'GBP')?.amount
    if (paidOn === undefined || amount === undefined)
      throw new Problem('validation', 'invalid-input', {
        fields: {
          ...(paidOn === undefined && { paidOn: { code: 'claim-day-invalid' } }),
          ...(amount === undefined && { amount: { code: 'amount-invalid' } }),
        },
      })
    await changeClaim(tx, claim, {
      state: 'paid',
      paid_on: paidOn,
      paid_at: ports.clock(),
      paid_by: caller.viewer.accountId,
      paid_amount: amount,
    })
    await recordChange(ports, tx, caller, claim, {
      act: 'claim-paid',
      details: { paidOn, amount: String(amount) },
    })
    return 'paid'
  })
}

/** Reads a UK day; undefined unless it is one between two days. */
function dayWithin(
  typed: string,
  { from, until }: { readonly from: LocalDate | null; readonly until: LocalDate },
): LocalDate | undefined {
  const day = readLocalDate(typed)
  return day !== undefined && day >= (from ?? day) && day <= until ? day : undefined
}

/** Cancels a draft, or a submitted claim that HMRC refused as a whole; its donations are free again. */
export const cancelClaim = (ports: ClaimPorts, caller: Caller, input: ClaimRequest): Promise<ClaimState> =>
  changeLocked(ports, caller, input, 'cancelled', async (tx, claim) => {
    if (await isAdjusted(tx, claim.id)) throw new Problem('conflict', 'gift-aid-claim-adjusted')
    await cancelIn(ports, tx, caller, claim, claim.state === 'draft' ? 'by-charity' : 'rejected')
    return 'cancelled'
  })

/** Marks a donation of a submitted claim as rejected by HMRC, with the reason; it is free again (gift-aid-13). */
export async function rejectClaimRow(
  ports: ClaimPorts,
  caller: Caller,
  input: ClaimRequest & { readonly donationId: string; readonly reason: string },
): Promise<ClaimState> {
  return inClaim(ports, caller, input, async (tx, claim) => {
    const reason = input.reason.trim()
    if (reason === '')
      throw new Problem('validation', 'invalid-input', { fields: { reason: { code: 'claim-reject-reason-missing' } } })
    const row = { claimId: claim.id, donationId: input.donationId, reason, accountId: caller.viewer.accountId }
    if (await isAdjusted(tx, claim.id, input.donationId)) throw new Problem('conflict', 'gift-aid-claim-adjusted')
    const isSubmitted = claim.state === 'submitted' || claim.state === 'paid'
    if (!isSubmitted || !(await rejectRow(tx, { ...row, at: ports.clock() })))
      throw new Problem('conflict', 'gift-aid-claim-decided')
    await recordChange(ports, tx, caller, claim, {
      act: 'claim-row-rejected',
      details: { donation: input.donationId, reason },
    })
    return claim.state
  })
}

async function cancelIn(
  ports: ClaimPorts,
  tx: Tx,
  caller: Caller,
  claim: Claim,
  reason: ClaimCancelReason,
): Promise<void> {
  await changeClaim(tx, claim, {
    state: 'cancelled',
    // A cancelled claim has no day of submission; the audit log keeps it.
    ...(claim.state === 'submitted' ? { submitted_at: null, submitted_on: null } : {}),
    cancelled_at: ports.clock(),
    cancelled_by: caller.viewer.accountId,
    cancel_reason: reason,
  })
  await recordChange(ports, tx, caller, claim, { act: 'claim-cancelled', details: { reason } })
}

/** Changes a claim that may become `next`. Throws 409 if another request was faster. */
const changeLocked = (
  ports: ClaimPorts,
  caller: Caller,
  input: ClaimRequest,
  next: ClaimState,
  change: (tx: Tx, claim: Claim) => Promise<ClaimState>,
): Promise<ClaimState> =>
  inClaim(ports, caller, input, (tx, claim) => {
    if (!canTransition(claimTransitions, claim.state, next)) throw new Problem('conflict', 'gift-aid-claim-decided')
    return change(tx, claim)
  })

/** Locks a claim of the charity. Throws 404 for another charity's (security-3). */
async function inClaim<Result>(
  ports: ClaimPorts,
  { viewer }: Caller,
  { organizationId, claimId }: ClaimRequest,
  change: (tx: Tx, claim: Claim) => Promise<Result>,
): Promise<Result> {
  const charity = await authorizeForClaims(ports, viewer, organizationId, 'changing')
  return ports.write(async (tx) => {
    // The same order as drafting: first the charity, then its claim.
    await lockSettings(tx, charity.id)
    const claim = isUuid(claimId) ? await lockClaim(tx, charity.id, claimId) : undefined
    if (!claim) throw new Problem('not-found', 'gift-aid-claim-not-found')
    return change(tx, claim)
  })
}

const recordChange = (
  ports: ClaimPorts,
  tx: Tx,
  { viewer, context }: Caller,
  claim: Claim,
  { act, details }: { readonly act: string; readonly details: object },
) =>
  record(tx, {
    actor: { kind: 'account', id: viewer.accountId },
    act: `gift-aid.${act}`,
    object: `gift-aid-claim:${claim.id}`,
    at: ports.clock(),
    ip: context.ip,
    details: { organization: String(claim.organizationId), number: String(claim.number), ...details },
  })
