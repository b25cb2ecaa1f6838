import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** Mails to members that an account can turn off, by the name of its preference. */
export type MemberMail =
  | 'firstDonationMails'
  | 'weeklySummaryMails'
  | 'largeDonationMails'
  | 'refundMails'
  | 'lostPlanMails'
  | 'fundraiserMails'

export type MemberToMail = {
  readonly organizationId: bigint
  readonly campaignId: bigint | null
  readonly accountId: string
  readonly email: string
  readonly locale: string
}

/**
 * Returns the members of charities who get this mail and, if a fundraiser is given, its team, each once for each of
 * `targets`. Editors of a charity see no amounts, so they get none. One query, because a batch of donations has many
 * fundraisers.
 */
export const membersToMail = async (
  db: Db,
  input: {
    readonly targets: readonly { readonly organizationId: bigint; readonly campaignId: bigint | null }[]
    readonly mail: MemberMail
  },
): Promise<MemberToMail[]> =>
  (
    await sql<MemberToMail>`
      select
        t.organization_id as "organizationId",
        t.campaign_id as "campaignId",
        a.id as "accountId",
        a.email,
        a.locale
      from unnest(
        ${input.targets.map(({ organizationId }) => organizationId)}::bigint[],
        ${input.targets.map(({ campaignId }) => campaignId)}::bigint[]
      ) as t(organization_id, campaign_id)
      cross join lateral (
        select account_id
        from organizations.member
        where organization_id = t.organization_id and role <> 'editor'
        union
        select account_id
        from campaigns.team_member
        where campaign_id = t.campaign_id
      ) m
      join identity.account a on a.id = m.account_id
      where a.email_confirmed_at is not null
        and a.erased_at is null
        and (a.preferences ->> ${input.mail}) is distinct from 'false'
      order by t.campaign_id, a.id
    `.execute(db)
  ).rows

export type CharityToSummarize = {
  readonly id: bigint
  readonly name: string
  readonly nameAr: string | null
  readonly timeZone: string
}

/** Returns charities with donations since then that are neither rejected nor closed. */
export const charitiesWithDonationsSince = async (db: Db, since: Date): Promise<CharityToSummarize[]> =>
  (
    await sql<CharityToSummarize>`
      select o.id, o.name, o.name_ar as "nameAr", o.time_zone as "timeZone" from organizations.organization o
      where o.verification_state <> 'rejected' and o.closed_at is null
        and exists (select from campaigns.campaign c join campaigns.total t on t.campaign_id = c.id
          where c.organization_id = o.id and t.last_donation_at >= ${since})
      order by o.id`.execute(db)
  ).rows

/** Records that a week was summarized; returns false if it was before. */
export const insertWeeklySummary = async (
  tx: Tx,
  input: { readonly organizationId: bigint; readonly week: LocalDate; readonly at: Date },
): Promise<boolean> =>
  (
    await tx
      .insertInto('organizing.weekly_summary')
      .values({ organization_id: input.organizationId, week: input.week, sent_at: input.at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('week')
      .execute()
  ).length > 0
