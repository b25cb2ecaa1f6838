import { sql, type Selection } from 'kysely'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import '../tables.ts'

/** Target of an invitation: a fundraiser's team, or a charity. */
export type InvitedTo = { readonly campaignId: bigint } | { readonly organizationId: bigint }

export type Invitation = Readonly<Selection<Tables, 'fundraising.invitation', (typeof columns)[number]>>

const columns = [
  'id',
  'campaign_id as campaignId',
  'organization_id as organizationId',
  'email',
  'email_key as emailKey',
  'role',
  'public_name as publicName',
  'public_role as publicRole',
  'invited_at as invitedAt',
  'expires_at as expiresAt',
] as const

/** Returns open invitations, newest first. */
export const openInvitations = (db: Db, to: InvitedTo, now: Date): Promise<Invitation[]> =>
  db
    .selectFrom('fundraising.invitation')
    .select(columns)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .$if('campaignId' in to, (query) => query.where('campaign_id', '=', 'campaignId' in to ? to.campaignId : null))
    .$if('organizationId' in to, (query) =>
      query.where('organization_id', '=', 'organizationId' in to ? to.organizationId : null),
    )
    .orderBy('invited_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Inserts an invitation and ends an earlier one to the same address. */
export async function insertInvitation(
  tx: Tx,
  row: {
    id: string
    to: InvitedTo
    email: string
    emailKey: string
    role: string
    publicName: string
    publicRole: string
    invitedBy: string
    codeHash: Buffer
    at: Date
    expiresAt: Date
  },
): Promise<void> {
  await endInvitations(tx, row.to, { emailKey: row.emailKey, at: row.at })
  await tx
    .insertInto('fundraising.invitation')
    .values({
      id: row.id,
      campaign_id: 'campaignId' in row.to ? row.to.campaignId : null,
      organization_id: 'organizationId' in row.to ? row.to.organizationId : null,
      email: row.email,
      email_key: row.emailKey,
      role: row.role,
      public_name: row.publicName,
      public_role: row.publicRole,
      invited_by: row.invitedBy,
      code_hash: row.codeHash,
      invited_at: row.at,
      expires_at: row.expiresAt,
    })
    .execute()
}

/** Ends one invitation, those to an address, or those sent by an account. Returns false if none was open. */
export const endInvitations = async (
  tx: Tx,
  to: InvitedTo,
  input: ({ emailKey: string } | { id: string } | { invitedBy: string }) & { at: Date },
): Promise<boolean> =>
  (
    await tx
      .updateTable('fundraising.invitation')
      .set({ ended_at: input.at })
      .where('ended_at', 'is', null)
      .where(
        'campaignId' in to ? 'campaign_id' : 'organization_id',
        '=',
        'campaignId' in to ? to.campaignId : to.organizationId,
      )
      .$if('id' in input, (query) => query.where('id', '=', 'id' in input ? input.id : ''))
      .$if('emailKey' in input, (query) => query.where('email_key', '=', 'emailKey' in input ? input.emailKey : ''))
      .$if('invitedBy' in input, (query) => query.where('invited_by', '=', 'invitedBy' in input ? input.invitedBy : ''))
      .returning('id')
      .execute()
  ).length > 0

/** Ends the invitations sent or received by a member who left, of a charity and its own fundraisers. */
export const endInvitationsOfMember = (
  tx: Tx,
  input: { organizationId: bigint; accountId: string; emailKey: string; at: Date },
) =>
  sql`
    update fundraising.invitation
    set ended_at = ${input.at}
    where ended_at is null
      and (invited_by = ${input.accountId}::uuid or email_key = ${input.emailKey})
      and (
        organization_id = ${input.organizationId}
          or campaign_id in (
            select id
            from campaigns.campaign
            where organization_id = ${input.organizationId} and organizer_account_id is null
          )
      )
  `.execute(tx)

/** Returns the open invitation with this code. */
export const findInvitation = (db: Db, codeHash: Buffer, now: Date): Promise<Invitation | undefined> =>
  db
    .selectFrom('fundraising.invitation')
    .select(columns)
    .where('code_hash', '=', codeHash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Marks an invitation as used. Returns false if it was used or withdrawn before. */
export const markInvitationUsed = async (tx: Tx, id: string, instant: Date): Promise<boolean> =>
  (await tx
    .updateTable('fundraising.invitation')
    .set({ ended_at: instant })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', instant)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Counts the invitations that an account has sent since then. */
export const invitationsSentBy = async (db: Db, accountId: string, since: Date): Promise<number> =>
  (
    await db
      .selectFrom('fundraising.invitation')
      .select('id')
      .where('invited_by', '=', accountId)
      .where('invited_at', '>', since)
      .execute()
  ).length

/** Deletes invitations to an address, and anonymizes those that the account sent. */
export async function eraseInvitations(
  tx: Tx,
  input: { accountId: string; confirmedEmails: readonly string[] },
): Promise<void> {
  await sql`delete from fundraising.invitation where email_key = any(${input.confirmedEmails}::text[])`.execute(tx)
  await tx
    .updateTable('fundraising.invitation')
    .set({ invited_by: null })
    .where('invited_by', '=', input.accountId)
    .execute()
}

/** Deletes invitations that ended long ago. */
export const deleteOldInvitations = (tx: Tx, before: Date) =>
  tx.deleteFrom('fundraising.invitation').where('expires_at', '<', before).execute()
