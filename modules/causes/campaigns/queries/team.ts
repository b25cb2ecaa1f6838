import type { Currency } from '#shared/money.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { CampaignKind, TeamRole } from '../tables.ts'

/** A fundraiser as those who run it see it: drafts too. */
export type RunCampaign = {
  readonly id: bigint
  readonly slug: string
  readonly name: string
  readonly kind: CampaignKind
  readonly language: string
  readonly status: number
  readonly currency: Currency
  readonly organizationId: bigint
  /** Since when staff holds it. */
  readonly heldAt: Date | null
  /** The asker's part in its team, if any. */
  readonly teamRole: TeamRole | null
}

/** A fundraiser with what `accountId` is in its team; undefined when there is no such fundraiser. */
export const findRunCampaign = (db: Db, campaignId: bigint, accountId: string): Promise<RunCampaign | undefined> =>
  db
    .selectFrom('campaigns.campaign as c')
    .leftJoin('campaigns.team_member as m', (join) =>
      join.onRef('m.campaign_id', '=', 'c.id').on('m.account_id', '=', accountId),
    )
    .select([
      'c.id',
      'c.slug',
      'c.name',
      'c.kind',
      'c.language',
      'c.status',
      'c.currency',
      'c.organization_id as organizationId',
      'c.held_at as heldAt',
      'm.role as teamRole',
    ])
    .where('c.id', '=', campaignId)
    .executeTakeFirst()

/** Adds people to a team; one who is there already stays as they are. */
export async function insertTeamMembers(
  tx: Tx,
  rows: readonly {
    readonly campaignId: bigint
    readonly accountId: string
    readonly role: TeamRole
    readonly publicName: string
    readonly publicRole?: string
    readonly position?: number
    readonly at: Date
  }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('campaigns.team_member')
    .values(
      rows.map((row) => ({
        campaign_id: row.campaignId,
        account_id: row.accountId,
        role: row.role,
        public_name: row.publicName,
        public_role: row.publicRole ?? '',
        position: row.position ?? 0,
        added_at: row.at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['campaign_id', 'account_id']).doNothing())
    .execute()
}

/** Takes somebody out of every team; what they wrote for it stays without their id. */
export async function eraseTeamMember(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('campaigns.team_member').where('account_id', '=', accountId).execute()
  await tx.updateTable('campaigns.news').set({ author_id: null }).where('author_id', '=', accountId).execute()
}
