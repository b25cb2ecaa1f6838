import { sql } from 'kysely'
import type { Currency } from '#shared/money.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import { containsPattern } from '#shared/input/contains-pattern.ts'
import type { Db, Ports } from '#shared/ports.ts'
import { mailboxOf } from '../owned.ts'
import { donationColumns, type RowWithFields } from '../shown-fields.ts'
import '../tables.ts'

/**
 * SQL for the fields that the level `l` asked for when the donation `d` was made or, if that wasn't stored, the
 * fields it asks for now. Equivalent to `requestedFieldsOf` (modules/causes/campaigns) except for `qurbani`, which
 * every qurbani order stores.
 */
export const requestedLevelFields = `coalesce(d.level_requirements, array_remove(array[case when l.include_note or l.require_note then 'note' end,
  case when l.include_email or l.require_email then 'email' end, case when l.require_email then 'email-required' end, case when l.require_shipping then 'shipping' end,
  case when l.require_emergency_contact then 'contact' end, case when l.require_medical then 'medical' end, case when l.benefit_value > 0 then 'benefit' end], null))`

/**
 * The columns that a campaign's organizer may read, for a query over `giving.donation d` and its level `l`. The SQL
 * removes an anonymous donor's name, place and address; it includes an email only if the level required one
 * (privacy-2; S1 §6). Amounts in minor units, less refunds.
 */
export const organizerColumns = `d.id, date_trunc('milliseconds', d.given_at) as "givenAt",
  d.gift - coalesce((select r.gift from giving.refunded_amount r where r.donation_id = d.id), 0) as gift, d.currency, d.is_anonymous as "isAnonymous",
  giving.public_name(d) as name,
  giving.public_place(d) as place,
  case when 'email-required' = any(${requestedLevelFields}) and not d.is_anonymous then d.level_email end as email,
  case when d.share_address and not d.is_anonymous then coalesce(d.shipping_address, d.billing_address, d.tax_address) end as address,
  d.is_zakat as "isZakat", d.gift_aid as "giftAid",
  giving.pieces_left(d.quantity, d.gift, coalesce((select r.gift from giving.refunded_amount r where r.donation_id = d.id), 0)) as quantity, l.title as "levelTitle", d.source, d.referred_donor as "referredBy",
  d.email is not null and d.retained_until is null as "canBeWritten"${donationColumns('organizer')}`
const from = `giving.donation d left join campaigns.level l on l.id = d.level_id`
/** Excludes fully refunded donations, for the same queries. */
export const notRefunded = `
  not exists (select from giving.refunded_amount r where r.donation_id = d.id and r.is_fully_refunded)
`

export type OrganizerDonation = RowWithFields & {
  readonly id: string
  readonly givenAt: Date
  readonly gift: bigint
  readonly currency: Currency
  readonly isAnonymous: boolean
  readonly name: string | null
  readonly place: string | null
  /** Null unless the level required it. */
  readonly email: string | null
  /** Null unless the donor agreed to share it (privacy-2). */
  readonly address: PostalAddress | null
  readonly isZakat: boolean
  readonly giftAid: boolean
  /** Pieces of the level that are left after refunds. */
  readonly quantity: number
  readonly levelTitle: string | null
  readonly source: string | null
  readonly referredBy: string | null
  /** Whether we have an email of the donor, which the organizer doesn't see. */
  readonly canBeWritten: boolean
}

/**
 * Lists donations, newest first, by the index (campaign, given_at, id). `search` matches public names and places and
 * level emails, never anonymous data.
 */
export const listOrganizerDonations = (
  ports: Pick<Ports, 'statement'>,
  input: {
    campaignId: bigint
    limit: number
    before?: { givenAt: Date; id: string } | undefined
    search?: string | undefined
  },
): Promise<OrganizerDonation[]> =>
  ports.statement<OrganizerDonation>(
    'giving.organizer_donations',
    `
      select ${organizerColumns}
      from ${from}
      where d.campaign_id = $1
        and ${notRefunded}
        and ($2::timestamptz is null or (d.given_at, d.id) < ($2, $3::uuid))
        and (
          $4::text is null
            or (
              not d.is_anonymous
                and (
                  giving.public_name(d) ilike $4
                    or d.location ilike $4
                    or ('email-required' = any(${requestedLevelFields}) and d.level_email ilike $4)
                )
            )
        )
      order by d.given_at desc, d.id desc
      limit $5
    `,
    [
      input.campaignId,
      input.before?.givenAt ?? null,
      input.before?.id ?? null,
      input.search ? containsPattern(input.search) : null,
      input.limit,
    ],
  )

/** Returns the cursor position of a donation; undefined if it belongs to another campaign. */
export const findCursorOfDonation = async (
  ports: Ports,
  campaignId: bigint,
  id: string,
): Promise<{ givenAt: Date; id: string } | undefined> =>
  (
    await ports.statement<{ givenAt: Date; id: string }>(
      'giving.place_of_donation',
      `select id, given_at as "givenAt" from giving.donation where id = $1::uuid and campaign_id = $2`,
      [id, campaignId],
    )
  )[0]

/** Returns the encrypted fields of these donations of a campaign; donations without any are absent. */
export const findEncryptedFields = async (
  db: Db,
  campaignId: bigint,
  ids: readonly string[],
): Promise<{ id: string; encrypted: Buffer }[]> =>
  ids.length === 0
    ? []
    : ((await db
        .selectFrom('giving.donation')
        .select(['id', 'encrypted_fields as encrypted'])
        .where('campaign_id', '=', campaignId)
        .where('encrypted_fields', 'is not', null)
        .where(sql<boolean>`id = any(${ids}::uuid[])`)
        .execute()) as { id: string; encrypted: Buffer }[])

export type WritableDonation = {
  readonly id: string
  readonly email: string
  readonly locale: string
  readonly gift: bigint
  readonly currency: Currency
}

/** Finds a donation, less refunds, whose donor has an email. Only used for sending; no one sees the email. */
export const findDonationToThank = async (
  db: Db,
  campaignId: bigint,
  id: string,
): Promise<WritableDonation | undefined> =>
  (
    await sql<WritableDonation>`
      select d.id, ${sql.raw(mailboxOf('d'))} as email, d.locale, d.gift - coalesce(r.gift, 0) as gift, d.currency
      from giving.donation d
      left join giving.refunded_amount r on r.donation_id = d.id
      where d.id = ${id}::uuid
        and d.campaign_id = ${campaignId}
        and d.email is not null
        and d.retained_until is null
        and r.is_fully_refunded is not true
    `.execute(db)
  ).rows[0]

export type LevelEmail = {
  readonly id: string
  readonly campaignId: bigint
  readonly campaignName: string
  readonly organizationId: bigint
  readonly levelTitle: string
  readonly levelEmail: string
  readonly note: string | null
  readonly name: string | null
  readonly gift: bigint
  readonly currency: Currency
}

/**
 * Returns lines of paid intents with the email that the donor entered for the organizer, because the level asks for
 * one (S1 §6).
 */
export const findLevelEmails = async (db: Db, intentIds: readonly string[]): Promise<LevelEmail[]> =>
  (
    await sql<LevelEmail>`
      select
        d.id,
        d.campaign_id as "campaignId",
        c.name as "campaignName",
        c.organization_id as "organizationId",
        l.title as "levelTitle",
        d.level_email as "levelEmail",
        d.note,
        d.gift,
        d.currency,
        giving.public_name(d) as name
      from giving.donation d
      join campaigns.level l on l.id = d.level_id
      join campaigns.campaign c on c.id = d.campaign_id
      where d.intent_id = any(${intentIds}::uuid[])
        and 'email' = any(${sql.raw(requestedLevelFields)})
        and nullif(d.level_email, '') is not null
      order by d.id
    `.execute(db)
  ).rows
