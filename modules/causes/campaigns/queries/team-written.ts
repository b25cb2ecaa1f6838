import type { Selection } from 'kysely'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import type { TeamRole } from '../tables.ts'

export type TeamMember = Readonly<Selection<Tables, 'campaigns.team_member', (typeof columns)[number]>>

const columns = [
  'account_id as accountId',
  'role',
  'public_name as publicName',
  'public_role as publicRole',
  'added_at as addedAt',
] as const

/** Returns the team in display order. */
export const listTeam = (db: Db, campaignId: bigint): Promise<TeamMember[]> =>
  db
    .selectFrom('campaigns.team_member')
    .select(columns)
    .where('campaign_id', '=', campaignId)
    .orderBy('position')
    .orderBy('added_at')
    .orderBy('account_id')
    .execute()

/** Returns the team and locks it, so that two organizers can't both leave concurrently. */
export const lockTeam = (tx: Tx, campaignId: bigint): Promise<TeamMember[]> =>
  tx
    .selectFrom('campaigns.team_member')
    .select(columns)
    .where('campaign_id', '=', campaignId)
    .orderBy('account_id')
    .forUpdate()
    .execute()

/**
 * Whether a person runs the fundraiser. A charity's own fundraiser is run by the charity's owner and needs no
 * organizer.
 */
export const isPersonal = async (db: Db, campaignId: bigint): Promise<boolean> =>
  (await db
    .selectFrom('campaigns.campaign')
    .select('id')
    .where('id', '=', campaignId)
    .where('organizer_account_id', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Changes a team member; the caller checks with `lockTeam` and `isPersonal` that a required organizer remains. */
export const changeTeamMember = (
  tx: Tx,
  input: { campaignId: bigint; accountId: string; role: TeamRole; publicName: string; publicRole: string },
) =>
  tx
    .updateTable('campaigns.team_member')
    .set({ role: input.role, public_name: input.publicName, public_role: input.publicRole })
    .where('campaign_id', '=', input.campaignId)
    .where('account_id', '=', input.accountId)
    .execute()

/** Removes a team member; the caller checks that a required organizer remains. */
export const deleteTeamMember = (tx: Tx, ids: { campaignId: bigint; accountId: string }) =>
  tx
    .deleteFrom('campaigns.team_member')
    .where('campaign_id', '=', ids.campaignId)
    .where('account_id', '=', ids.accountId)
    .execute()

/**
 * Removes a member from the teams of the charity's own fundraisers and returns these; teams of personal fundraisers are
 * unchanged.
 */
export const leaveTeamsOfCharity = async (
  tx: Tx,
  ids: { organizationId: bigint; accountId: string },
): Promise<bigint[]> =>
  (
    await tx
      .deleteFrom('campaigns.team_member')
      .where('account_id', '=', ids.accountId)
      .where('campaign_id', 'in', (e) =>
        e
          .selectFrom('campaigns.campaign')
          .select('id')
          .where('organization_id', '=', ids.organizationId)
          .where('organizer_account_id', 'is', null),
      )
      .returning('campaign_id as campaignId')
      .execute()
  ).map(({ campaignId }) => campaignId)
