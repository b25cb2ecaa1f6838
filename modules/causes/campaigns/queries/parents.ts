import type { Currency } from '#shared/money.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { CampaignKind } from '../rules/kinds.ts'
import '../tables.ts'

/** A campaign as the pages of its supporters need it. */
export type ParentCampaign = {
  readonly id: bigint
  readonly slug: string
  readonly name: string
  readonly kind: CampaignKind
  readonly organizationId: bigint
  readonly currency: Currency
  readonly category: string
  readonly status: number
  readonly endsAt: Date | null
  readonly takesSupporters: boolean
  readonly approvesSupporters: boolean
  readonly hasLeaderboard: boolean
}

const columns = [
  'id',
  'slug',
  'name',
  'kind',
  'organization_id as organizationId',
  'currency',
  'category',
  'status',
  'ends_at as endsAt',
  'takes_supporters as takesSupporters',
  'approves_supporters as approvesSupporters',
  'has_leaderboard as hasLeaderboard',
] as const

export const findParent = (db: Db, campaignId: bigint): Promise<ParentCampaign | undefined> =>
  db.selectFrom('campaigns.campaign').select(columns).where('id', '=', campaignId).executeTakeFirst()

/** The same for the opening of a page: its settings and state don't change until the transaction ends. */
export const lockParent = (tx: Tx, campaignId: bigint): Promise<ParentCampaign | undefined> =>
  tx.selectFrom('campaigns.campaign').select(columns).where('id', '=', campaignId).forShare().executeTakeFirst()

/** Sets whether supporters may open pages below a campaign, and how. */
export const setSupporterSettings = (
  tx: Tx,
  campaignId: bigint,
  of: { readonly isOn: boolean; readonly needsApproval: boolean; readonly hasLeaderboard: boolean; readonly at: Date },
) =>
  tx
    .updateTable('campaigns.campaign')
    .set({
      takes_supporters: of.isOn,
      approves_supporters: of.needsApproval,
      has_leaderboard: of.hasLeaderboard,
      changed_at: of.at,
    })
    .where('id', '=', campaignId)
    .execute()
