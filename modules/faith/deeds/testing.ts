import { sql } from 'kysely'
import { type Animal, sharesPerPiece, type Unit } from '#modules/faith/qurbani/rules/animals.ts'
import { required } from '#shared/collections.ts'
import type { Currency } from '#shared/money.ts'
import type { Ports } from '#shared/ports.ts'
import type { CountedDonation } from './rules/deeds-figures.ts'

/** A paid donation to store without a payment; amounts are in minor units. */
export type StoredDonation = {
  readonly id: string
  readonly accountId: string | null
  readonly campaignId: bigint
  readonly currency: Currency
  readonly gift: bigint
  readonly zakat?: bigint
  readonly returned?: bigint
  readonly returnedZakat?: bigint
  readonly givenAt: Date
  /** The level of a Qurbani item, and the number of pieces. */
  readonly levelId?: bigint | null
  readonly quantity?: number
  readonly isAnonymous?: boolean
  readonly programme?: CountedDonation['programme']
  readonly occurrenceOn?: string | null
  readonly referredDonor?: string | null
}

/** Stores paid donations with their refunds, without ledger entries. */
export async function storeDonations(ports: Pick<Ports, 'write'>, donations: readonly StoredDonation[]): Promise<void> {
  const rows = donations.map((donation) => ({
    id: donation.id,
    account: donation.accountId,
    campaign: String(donation.campaignId),
    currency: donation.currency,
    gift: String(donation.gift),
    zakat: String(donation.zakat ?? 0n),
    returned: String(donation.returned ?? 0n),
    returned_zakat: String(donation.returnedZakat ?? 0n),
    at: donation.givenAt.toISOString(),
    level: donation.levelId ? String(donation.levelId) : null,
    quantity: donation.quantity ?? 1,
    anonymous: donation.isAnonymous ?? false,
    programme: donation.programme ?? null,
    day: donation.occurrenceOn ?? null,
    referred: donation.referredDonor ?? null,
  }))
  await ports.write(async (tx) => {
    const from = sql`
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
        id uuid,
          account uuid,
          campaign bigint,
          currency text,
          gift bigint,
          zakat bigint,
          returned bigint,
          returned_zakat bigint,
          at timestamptz,
          level bigint,
          quantity integer,
          anonymous boolean,
          programme text,
          day date,
          referred text
      )
    `
    await sql`
      insert into payments.intent (
        id,
          purpose,
          order_details,
          quote_hash,
          amount,
          currency,
          state,
          scope,
          provider,
          provider_intent_id,
          created_at,
          expires_at
      )
      select
        id,
        'donation',
        '{"donor": {}, "lines": []}',
        '',
        gift,
        currency,
        'SUCCEEDED',
        coalesce('account:' || account, 'visit:' || id),
        'demo',
        id::text,
        at,
        at
      from ${from}
    `.execute(tx)
    await sql`
      insert into payments.attempt (
        id,
          intent_id,
          state,
          provider,
          provider_key,
          provider_charge_id,
          amount,
          currency,
          scope,
          idempotency_key,
          request_hash,
          method,
          ip,
          submitted_at,
          settled_at
      )
      select
        id,
        id,
        'SUCCEEDED',
        'demo',
        id::text,
        id::text,
        gift,
        currency,
        coalesce('account:' || account, 'visit:' || id),
        id::text,
        '',
        'card',
        '127.0.0.1',
        at,
        at
      from ${from}
    `.execute(tx)
    await sql`
      insert into giving.donation (
        id,
          intent_id,
          attempt_id,
          line,
          campaign_id,
          account_id,
          donor_key,
          name,
          currency,
          gift,
          zakat_eligible,
          is_zakat,
          is_anonymous,
          referred_donor,
          fee_schedule_version,
          payment_method,
          locale,
          given_at,
          subscription_id,
          occurrence_key,
          occurrence_on,
          programme,
          level_id,
          quantity
      )
      select
        id,
        id,
        id,
        1,
        campaign,
        account,
        sha256(coalesce(account, id)::text::bytea),
        'Test',
        currency,
        gift,
        zakat,
        zakat > 0,
        anonymous,
        referred,
        'test',
        'card',
        'en',
        at,
        case when day is not null then id end,
        case when day is not null then day::text end,
        day,
        programme,
        level,
        quantity
      from ${from}
    `.execute(tx)
    await sql`
      insert into giving.refunded_amount (
        donation_id, gift, tip, covered_fee, processing_fee, zakat_eligible, is_fully_refunded, changed_at
      )
      select id, returned, 0, 0, 0, returned_zakat, returned = gift, at
      from ${from}
      where returned > 0
    `.execute(tx)
  })
}

/** Stores an account's consent, as `privacy` does. */
export const agreeToRecap = (ports: Ports, accountId: string, textVersion: string, instant: Date): Promise<unknown> =>
  sql`insert into privacy.consent (account_id, purpose, is_given, text_version, locale, recorded_at)
    values (${accountId}, 'recap', true, ${textVersion}, 'en', ${instant})`.execute(ports.db)

export type StoredItem = {
  readonly campaignId: bigint
  readonly animal: Animal
  readonly unit: Unit
  /** In minor units of the campaign's currency. */
  readonly animalPrice: bigint
}

/** Stores a Qurbani item of the year 1447 and returns its level. */
export async function storeQurbaniItem(ports: Ports, { campaignId, animal, unit, animalPrice }: StoredItem) {
  const { rows } = await sql<{ id: bigint }>`
    insert into campaigns.level (campaign_id, position, title, amount, kind, shares)
    values (
      ${campaignId},
        (select count(*) from campaigns.level where campaign_id = ${campaignId}),
        ${animal},
        ${animalPrice},
        'qurbani',
        ${sharesPerPiece({ animal, unit })}
    )
    returning id
  `.execute(ports.db)
  const { id } = required(rows[0])
  await sql`
    insert into qurbani.item (
      level_id,
        campaign_id,
        hijri_year,
        country,
        animal,
        unit,
        animal_price,
        partner,
        calendar,
        time_zone,
        opens_on,
        last_day,
        close_day,
        close_minutes,
        created_at,
        changed_at
    )
    values (
      ${id},
        ${campaignId},
        1447,
        'PK',
        ${animal},
        ${unit},
        ${animalPrice},
        'Test',
        'SA',
        'Asia/Karachi',
        '2026-03-01',
        12,
        12,
        720,
        now(),
        now()
    )
  `.execute(ports.db)
  return id
}
