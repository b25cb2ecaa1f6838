import { findOrganizationForStaff, type StaffOrganization } from '#modules/causes/organizations/index.ts'
import { findNewestDay, type PublishedHead } from '#modules/money/public-ledger/index.ts'
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
  /** The newest head of the public ledger, so that the charity has it; undefined before the first day. */
  readonly ledgerHead: PublishedHead | undefined
}

/** Loads a payout's statement with at most `limit` rows. */
export async function loadStatement(db: Db, payout: Payout, limit: number): Promise<StatementDocument> {
  const charity = required(await findOrganizationForStaff(db, payout.organizationId), 'charity')
  const [rows, campaigns, releases] = [
    await listStatementRows(db, payout.id, { limit }),
    await listCampaignParts(db, payout.id),
    await listReleases(db, payout.id),
  ]
  return { payout, charity, rows, campaigns, releases, ledgerHead: await findNewestDay(db) }
}
