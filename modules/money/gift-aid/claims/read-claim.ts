import type { z } from 'zod'
import type { RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import type { Db } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { donationReferenceOf } from '#modules/money/giving/index.ts'
import type { claimDetailView } from '../contract-claim-views.ts'
import { fileCount, hmrcCsv, rowsPerFile } from './hmrc-file.ts'
import { hmrcRow } from '../rules/hmrc-row.ts'
import { authorizeForClaims } from './authorize-for-claims.ts'
import type { ClaimRequest } from './change-claim.ts'
import { decryptClaimed } from './claim-details.ts'
import type { ClaimPorts } from './ports.ts'
import { listAdjustments } from './queries/adjustments.ts'
import { type Claim, findClaim, listClaimRows } from './queries/claims.ts'
import { viewOfClaim } from './views.ts'

/** Rows of a claim on its page; the files have all of them. */
const rowsShown = 500

/** Returns a claim with its donations, names and addresses, and writes the opening to the audit log (gift-aid-16). */
export async function readClaim(
  ports: ClaimPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  input: ClaimRequest,
): Promise<z.output<typeof claimDetailView>> {
  const charity = await authorizeForClaims(ports, viewer, input.organizationId, 'reading')
  const claim = await findClaimOf(ports.db, charity.id, input.claimId)
  const rows = await listClaimRows(ports.db, claim.id, { limit: rowsShown })
  const adjustments = await listAdjustments(ports.db, claim.id)
  await recordOpening(ports, viewer, context, { claim, act: 'claim-opened' })
  return {
    claim: viewOfClaim(claim),
    charity: { id: String(charity.id), name: charity.name },
    files: claim.state === 'cancelled' ? 0 : fileCount(claim.rows),
    rowsPerFile,
    rowCount: claim.rows + claim.rejected,
    rows: rows.map((row) => ({
      donationId: row.donationId,
      reference: donationReferenceOf(row.donationId),
      campaign: row.campaign,
      givenOn: row.givenOn,
      amount: row.amount,
      donor:
        row.details && decryptClaimed(ports.fieldKey, { claimId: claim.id, donationId: row.donationId }, row.details),
      rejectReason: row.isRejected ? row.rejectReason : null,
    })),
    adjustments: adjustments.map(({ donationId, earlierNumber, givenOn, returned }) => ({
      reference: donationReferenceOf(donationId),
      claimNumber: String(earlierNumber),
      givenOn,
      returned,
    })),
  }
}

/**
 * Returns one of a claim's files for HMRC's spreadsheet, `part` from 1 on, without rejected rows; the download is in the
 * audit log. Throws 404 for a part that doesn't exist or whose names were purged.
 */
export async function readClaimFile(
  ports: ClaimPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  input: ClaimRequest & { readonly part: number },
): Promise<{ readonly filename: string; readonly csv: string }> {
  const charity = await authorizeForClaims(ports, viewer, input.organizationId, 'exporting')
  const claim = await findClaimOf(ports.db, charity.id, input.claimId)
  const rows = (await listClaimRows(ports.db, claim.id, { onlyClaimed: true })).flatMap(
    ({ donationId, details, givenOn, amount }) => {
      if (!details) return []
      const written = hmrcRow(
        decryptClaimed(ports.fieldKey, { claimId: claim.id, donationId }, details),
        givenOn,
        amount,
      )
      return 'row' in written ? [written.row] : []
    },
  )
  if (claim.state === 'cancelled' || rows.length !== claim.rows || input.part > fileCount(rows.length))
    throw new Problem('not-found', 'gift-aid-claim-not-found')
  const csv = hmrcCsv(rows, input.part)
  await recordOpening(ports, viewer, context, { claim, act: 'claim-downloaded', details: { part: input.part } })
  return { filename: `gift-aid-${claim.number}-${input.part}.csv`, csv }
}

async function findClaimOf(db: Db, organizationId: bigint, claimId: string): Promise<Claim> {
  const claim = isUuid(claimId) ? await findClaim(db, organizationId, claimId) : undefined
  if (!claim) throw new Problem('not-found', 'gift-aid-claim-not-found')
  return claim
}

const recordOpening = (
  ports: ClaimPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  { claim, act, details }: { readonly claim: Claim; readonly act: string; readonly details?: object },
) =>
  ports.write((tx) =>
    record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: `gift-aid.${act}`,
      object: `gift-aid-claim:${claim.id}`,
      at: ports.clock(),
      ip: context.ip,
      details: { organization: String(claim.organizationId), number: String(claim.number), ...details },
    }),
  )
