import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { returnedPence } from '../rules/claim-amounts.ts'
import { authorizeForClaims } from './authorize-for-claims.ts'
import { encryptClaimed } from './claim-details.ts'
import { type Candidate, type CandidatePorts, loadCandidates } from './load-candidates.ts'
import type { ClaimPorts } from './ports.ts'
import { insertAdjustments, listRefundedRows, type NewAdjustment, type RefundedRow } from './queries/adjustments.ts'
import { hasDraft, insertClaim, insertClaimRows } from './queries/claims.ts'
import { listUnclaimedDonations } from './queries/donations.ts'
import { lockSettings } from './queries/settings.ts'

/** A donation that a claim can name: claimable, with a row that HMRC accepts. */
type ClaimableDonation = Candidate & {
  readonly declarationId: string
  readonly donor: NonNullable<Candidate['donor']>
  readonly pence: bigint
}
export const isClaimableDonation = (candidate: Candidate): candidate is ClaimableDonation =>
  candidate.refusals.length === 0 &&
  candidate.faults.length === 0 &&
  candidate.declarationId !== null &&
  candidate.donor !== null &&
  (candidate.pence ?? 0n) > 0n

/** Returns the adjustments of these refunds, without those that return less than a penny. */
export const adjustmentsOf = (rows: readonly RefundedRow[]): NewAdjustment[] =>
  rows.map((row) => ({ ...row, returned: returnedPence(row) })).filter(({ returned }) => returned > 0n)

/**
 * Drafts a claim of everything that is claimable today, with the adjustments of earlier claims, and freezes it
 * (gift-aid-13). Returns its id. Throws 409 if the charity has a draft, hasn't said what it claimed before, or has nothing to
 * claim. Requires an owner or finance member.
 */
export async function draftClaim(
  ports: ClaimPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  organizationId: bigint,
): Promise<string> {
  const charity = await authorizeForClaims(ports, viewer, organizationId, 'changing')
  const drafter = { accountId: viewer.accountId, ip: context.ip }
  return ports.write((tx) => draftClaimIn(ports, tx, { organizationId: charity.id, ...drafter }))
}

/** Drafts a claim within the caller's transaction, which must hold no lock of another claim. Refuses like `draftClaim`. */
export async function draftClaimIn(
  ports: CandidatePorts & Pick<ClaimPorts, 'newId' | 'newToken'>,
  tx: Tx,
  {
    organizationId,
    accountId,
    ip,
  }: { readonly organizationId: bigint; readonly accountId: string; readonly ip: string },
): Promise<string> {
  // The lock lets one draft at a time decide what is free; the unique index on live rows is the guarantee.
  const settings = await lockSettings(tx, organizationId)
  if (!settings) throw new Problem('conflict', 'gift-aid-not-set-up')
  if (await hasDraft(tx, organizationId)) throw new Problem('conflict', 'gift-aid-draft-exists')
  const candidates = await loadCandidates(ports, tx, { organizationId, settings }, (declaredIds) =>
    listUnclaimedDonations(tx, organizationId, declaredIds),
  )
  const claimable = candidates.filter(isClaimableDonation)
  if (claimable.length === 0) throw new Problem('conflict', 'gift-aid-nothing-to-claim')
  const adjustments = adjustmentsOf(await listRefundedRows(tx, organizationId))
  const id = ports.newId()
  const instant = ports.clock()
  await insertClaim(tx, { id, organizationId, accountId, at: instant })
  await insertClaimRows(
    tx,
    id,
    claimable.map(({ id: donationId, declarationId, donor, givenOn, pence, refunded }) => ({
      donationId,
      declarationId,
      givenOn,
      amount: pence,
      refunded,
      details: encryptClaimed(ports, { claimId: id, donationId }, donor),
    })),
  )
  await insertAdjustments(tx, id, adjustments)
  await record(tx, {
    actor: { kind: 'account', id: accountId },
    act: 'gift-aid.claim-drafted',
    object: `gift-aid-claim:${id}`,
    at: instant,
    ip,
    details: { organization: String(organizationId), rows: claimable.length, adjustments: adjustments.length },
  })
  return id
}
