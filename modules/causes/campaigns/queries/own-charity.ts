import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'

/** What staff decide about. */
type Concerned = { readonly campaignIds?: readonly bigint[]; readonly organizationIds?: readonly bigint[] }

/**
 * Returns whether a decision would be about the account's own charity or fundraiser (accounts-16): it is a member of
 * the charity, whatever its role, or in the team of the fundraiser or of the one above it. The operator's own charity
 * doesn't count, because its members and the operator's staff are the same people (content-32).
 */
export async function isOwnCharity(
  db: Db,
  accountId: string,
  { campaignIds = [], organizationIds = [] }: Concerned,
): Promise<boolean> {
  const { rows } = await sql<{ isOwn: boolean }>`
    with concerned as (
      select c.id, c.organization_id, c.organizer_account_id
      from campaigns.campaign c
      where c.id = any(${campaignIds}::bigint[])
      union
      select p.id, p.organization_id, p.organizer_account_id
      from campaigns.campaign c
      join campaigns.campaign p on p.id = c.parent_id
      where c.id = any(${campaignIds}::bigint[])
      union
      select r.id, r.organization_id, r.organizer_account_id
      from campaigns.campaign c
      join campaigns.campaign p on p.id = c.parent_id
      join campaigns.campaign r on r.id = p.parent_id
      where c.id = any(${campaignIds}::bigint[])
    )
    select exists (
      select
      from organizations.member m
      join organizations.organization o on o.id = m.organization_id
      where m.account_id = ${accountId}
        and not o.is_own
        and (
          m.organization_id = any(${organizationIds}::bigint[])
            or m.organization_id in (select organization_id from concerned)
        )
    )
      or exists (select from concerned where organizer_account_id = ${accountId})
      or exists (
        select
        from campaigns.team_member t
        where t.account_id = ${accountId} and t.campaign_id in (select id from concerned)
      ) as "isOwn"
  `.execute(db)
  return rows[0]?.isOwn ?? false
}

/** Throws 409 `own-charity` if staff would decide about their own charity or fundraiser (accounts-16). */
export async function assertNotOwnCharity(db: Db, accountId: string, concerned: Concerned): Promise<void> {
  if (await isOwnCharity(db, accountId, concerned)) throw new Problem('conflict', 'own-charity')
}
