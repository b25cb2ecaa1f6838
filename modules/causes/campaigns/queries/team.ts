import type { Currency } from '#shared/money.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { CampaignKind, TeamRole } from '../tables.ts'

/** A fundraiser as its team sees it, including drafts. */
export type RunCampaign = {
  readonly id: bigint
  readonly slug: string
  readonly name: string
  readonly kind: CampaignKind
  readonly language: string
  readonly status: number
  readonly currency: Currency
  readonly organizationId: bigint
  readonly endsAt: Date | null
  /** When staff paused it. */
  readonly pausedByStaffAt: Date | null
  /** The viewer's role in the team, if any. */
  readonly teamRole: TeamRole | null
}

/** Returns a fundraiser with the account's role in its team; undefined if missing. */
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
      'c.ends_at as endsAt',
      'c.paused_by_staff_at as pausedByStaffAt',
      'm.role as teamRole',
    ])
    .where('c.id', '=', campaignId)
    .executeTakeFirst()

/** Adds members to a team; existing ones stay unchanged. */
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

/** Removes a person from every team and anonymizes their updates. */
export async function eraseTeamMember(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('campaigns.team_member').where('account_id', '=', accountId).execute()
  await tx.updateTable('campaigns.news').set({ author_id: null }).where('author_id', '=', accountId).execute()
}
