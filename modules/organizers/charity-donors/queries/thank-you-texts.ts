import { sql } from 'kysely'
import { notRefunded } from '#modules/money/giving/index.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { DonationToThank, ThankYouText } from '../rules/automatic-thanks.ts'
import '../tables.ts'

/** Returns the texts of these charities. */
export const listThankYouTexts = (
  db: Db,
  organizationIds: readonly bigint[],
): Promise<(ThankYouText & { readonly organizationId: bigint })[]> =>
  organizationIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('charity_donors.thank_you_text')
        .select(['organization_id as organizationId', 'level_id as levelId', 'locale', 'body'])
        .where('organization_id', 'in', [...organizationIds])
        .execute()

export type ThankableLevel = { readonly id: bigint; readonly title: string; readonly fundraiser: string }

/** Returns the giving levels of a charity's public fundraisers and pages, and those that have a text. */
export const listThankableLevels = async (db: Db, organizationId: bigint): Promise<ThankableLevel[]> =>
  (
    await sql<ThankableLevel>`
      select l.id, l.title, c.name as fundraiser
      from campaigns.campaign c
      join campaigns.level l on l.campaign_id = c.id
      where c.organization_id = ${organizationId}
        and l.kind = 'level'
        and (
          (c.status in (1, 2) and c.archived_at is null and l.status = 1)
            or exists (select from charity_donors.thank_you_text t where t.level_id = l.id)
        )
      order by c.name, c.id, l.position, l.id
      limit 400
    `.execute(db)
  ).rows

/** Saves or, if empty, removes a text. */
export async function saveThankYouText(
  tx: Tx,
  { organizationId, levelId, locale, body }: ThankYouText & { readonly organizationId: bigint },
): Promise<void> {
  await tx
    .deleteFrom('charity_donors.thank_you_text')
    .where('organization_id', '=', organizationId)
    .where('level_id', levelId === null ? 'is' : '=', levelId)
    .where('locale', '=', locale)
    .execute()
  if (body !== '')
    await tx
      .insertInto('charity_donors.thank_you_text')
      .values({ organization_id: organizationId, level_id: levelId, locale, body })
      .execute()
}

export type PaidDonation = DonationToThank & {
  readonly id: string
  readonly organizationId: bigint
  readonly charity: string
  readonly nameAr: string | null
  readonly campaign: { readonly id: bigint; readonly name: string; readonly slug: string }
  /** The address that was entered with the donation. */
  readonly email: string
}

/**
 * Returns the donations of these payments to charities with texts whose donors can be written to. Charities that are
 * closed or rejected, and fundraisers that staff paused, thank no one.
 */
export const findDonationsToThank = async (db: Db, intentIds: readonly string[]): Promise<PaidDonation[]> =>
  (
    await sql<Omit<PaidDonation, 'campaign'> & { campaignId: bigint; campaign: string; slug: string }>`
      select
        d.id,
        d.email,
        d.locale,
        d.level_id as "levelId",
        d.is_anonymous as "isAnonymous",
        o.id as "organizationId",
        o.name as charity,
        o.name_ar as "nameAr",
        c.id as "campaignId",
        c.name as campaign,
        c.slug,
        not d.is_anonymous and not exists (
          select
          from giving.donation n
          join campaigns.campaign m on m.id = n.campaign_id
          where n.donor_key = d.donor_key
            and not n.is_anonymous
            and m.organization_id = o.id
            and (n.given_at, n.intent_id, n.line) < (d.given_at, d.intent_id, d.line)
        ) as "isFirstOfDonor",
        d.subscription_id is not null and exists (
          select
          from giving.donation n
          where n.subscription_id = d.subscription_id
            and n.campaign_id = d.campaign_id
            and (n.given_at, n.id) < (d.given_at, d.id)
        ) as "isLaterOfPlan"
      from giving.donation d
      join campaigns.campaign c on c.id = d.campaign_id
      join organizations.organization o on o.id = c.organization_id
      where d.intent_id = any(${[...intentIds]}::uuid[])
        and exists (select from charity_donors.thank_you_text t where t.organization_id = o.id)
        and o.closed_at is null
        and o.verification_state <> 'rejected'
        and c.paused_by_staff_at is null
        and d.email is not null
        and d.retained_until is null
        and ${sql.raw(notRefunded)}
      order by d.id
    `.execute(db)
  ).rows.map(({ campaignId, campaign, slug, ...donation }) => ({
    ...donation,
    campaign: { id: campaignId, name: campaign, slug },
  }))
