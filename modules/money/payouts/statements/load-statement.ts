import { findOrganizationForStaff, type StaffOrganization } from '#modules/causes/organizations/index.ts'
import { required } from '#shared/collections.ts'
import type { Db } from '#shared/ports.ts'
import type { Payout } from '../queries/payouts.ts'
import {
  type CampaignPart,
  listCampaignParts,
  listReleases,
  listStatementRows,
  type StatementRow,
} from '../queries/statement.ts'

/** Everything that a payout's statement prints. */
export type StatementDocument = {
  readonly payout: Payout
  readonly charity: StaffOrganization
  readonly rows: readonly StatementRow[]
  readonly campaigns: readonly CampaignPart[]
  readonly releases: Awaited<ReturnType<typeof listReleases>>
}

/** Loads a payout's statement with at most `limit` rows. */
export async function loadStatement(db: Db, payout: Payout, limit: number): Promise<StatementDocument> {
  const charity = required(await findOrganizationForStaff(db, payout.organizationId), 'charity')
  const [rows, campaigns, releases] = [
    await listStatementRows(db, payout.id, { limit }),
    await listCampaignParts(db, payout.id),
    await listReleases(db, payout.id),
  ]
  return { payout, charity, rows, campaigns, releases }
}
