import { sql } from 'kysely'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import type { Part } from '#shared/statement.ts'
import type { FeeBearer } from '#modules/money/ledger/index.ts'
import type { GiftOrder } from './order.ts'
import { donationColumns, type RowWithFields } from './shown-fields.ts'
import { toColumns } from './rules/donor-field-values.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import './tables.ts'

/** What was decided of one line when its payment settled. */
export type SettledLine = {
  /** The line's part of the provider's fee; the campaign bears it unless `feeBearer` says otherwise. */
  readonly feeShare: bigint
  readonly feeBearer: FeeBearer
  readonly zakatEligible: bigint
}

type Settlement = {
  readonly intentId: string
  readonly attemptId: string
  readonly order: GiftOrder
  readonly currency: string
  readonly lines: readonly SettledLine[]
  readonly card: { readonly brand: string; readonly last4: string } | undefined
  readonly at: Date
}

const hex = (base64: string | null): string | null =>
  base64 === null ? null : `\\x${Buffer.from(base64, 'base64').toString('hex')}`

/**
 * The rows of paid orders, as one part of the settling statement; `concluded` leaves out those that somebody else
 * settled first.
 */
export const donationPart = (settlements: readonly Settlement[]): Part => ({
  name: 'donations',
  sql: `insert into giving.donation select d.* from json_populate_recordset(null::giving.donation, $1::json) d
    where d.attempt_id in (select id from concluded) returning id`,
  values: [JSON.stringify(settlements.flatMap(donationRows), (_, value: unknown) => value ?? undefined)],
})

const feeOfCampaign = ({ feeShare, feeBearer }: SettledLine): bigint => (feeBearer === 'campaign' ? feeShare : 0n)

const donationRows = (of: Settlement) =>
  of.order.lines.map((line, index) => ({
    id: line.donationId,
    intent_id: of.intentId,
    attempt_id: of.attemptId,
    line: index + 1,
    campaign_id: line.campaignId,
    account_id: of.order.donor.accountId,
    guest_id: of.order.donor.guestId,
    donor_key: hex(of.order.donor.donorKey),
    email: of.order.donor.email,
    name: of.order.donor.name,
    currency: of.currency,
    gift: line.gift,
    tip: line.tip,
    covered_fee: line.coveredFee,
    processing_fee: feeOfCampaign(of.lines[index]!).toString(),
    zakat_eligible: of.lines[index]!.zakatEligible.toString(),
    zakat_eligible_bps: (line.isZakat && line.zakatEligibleBps) || null,
    fee_schedule_version: of.order.feeScheduleVersion,
    level_asked: line.levelAsked ?? null,
    ...toColumns(line),
    sealed: hex(line.sealed),
    payment_method: of.order.paymentMethod,
    card_brand: of.card?.brand ?? null,
    card_last4: of.card?.last4 ?? null,
    save_card: of.order.saveCard,
    locale: of.order.donor.locale,
    country: of.order.donor.country,
    given_at: of.at.toISOString(),
  }))

export type DeclarationRow = {
  readonly donationId: string
  readonly textVersion: string
  readonly textHash: string
  readonly firstName: string
  readonly lastName: string
  readonly address: PostalAddress
  readonly at: Date
  readonly ip: string
}

/** Gift Aid declarations are kept apart: they may be withdrawn, the gift stays (receipts-7). */
export const declarationPart = (rows: readonly DeclarationRow[]): Part => ({
  name: 'declarations',
  sql: `insert into giving.gift_aid_declaration (donation_id, text_version, text_hash, first_name, last_name, address, scope, declared_at, ip)
    select d.donation_id, d.text_version, d.text_hash, d.first_name, d.last_name, d.address, 'this-gift', d.declared_at, d.ip
    from donations, jsonb_to_recordset($1::jsonb) as d(donation_id uuid, text_version text, text_hash text, first_name text, last_name text, address jsonb, declared_at timestamptz, ip text)
    where donations.id = d.donation_id returning donation_id`,
  values: [
    JSON.stringify(
      rows.map((row) => ({
        donation_id: row.donationId,
        text_version: row.textVersion,
        text_hash: row.textHash,
        first_name: row.firstName,
        last_name: row.lastName,
        address: row.address,
        declared_at: row.at.toISOString(),
        ip: row.ip,
      })),
    ),
  ],
})

/** One row for everything that follows from a settled attempt; drained in batches (ledger-8). */
export const outboxPart = (
  kind: string,
  facts: readonly { readonly attemptId: string; readonly payload: object; readonly at: Date }[],
): Part => ({
  name: 'outbox_event',
  sql: `insert into outbox.event (kind, payload, occurred_at)
    select $1, f.payload, f.at from json_to_recordset($2::json) as f("attemptId" uuid, payload jsonb, at timestamptz)
    where f."attemptId" in (select id from concluded) returning id`,
  values: [kind, JSON.stringify(facts)],
})

/** A paid gift as other modules read it: amounts in minor units of `currency`. */
export type PaidDonation = {
  /** What of its other fields stands on a receipt. */
  readonly fields: RowWithFields
  readonly id: string
  readonly intentId: string
  readonly line: number
  readonly campaignId: bigint
  readonly campaignName: string
  readonly campaignSlug: string
  readonly organizationId: bigint
  readonly accountId: string | null
  readonly guestId: string | null
  readonly email: string | null
  readonly name: string
  readonly currency: string
  readonly gift: bigint
  readonly tip: bigint
  readonly coveredFee: bigint
  readonly processingFee: bigint
  readonly zakatEligible: bigint
  readonly isZakat: boolean
  readonly maximizeZakat: boolean
  readonly giftAid: boolean
  /** When its donor declared Gift Aid. */
  readonly declaredAt: Date | null
  readonly taxReceipt: boolean
  readonly isAnonymous: boolean
  readonly customName: string | null
  readonly location: string | null
  readonly quantity: number
  readonly levelId: bigint | null
  readonly benefitValue: bigint
  /** What its giving level brought that is worth something, by its title. */
  readonly benefitName: string | null
  readonly taxAddress: PostalAddress | null
  readonly locale: string
  readonly country: string | null
  readonly paymentMethod: string
  readonly cardBrand: string | null
  readonly cardLast4: string | null
  readonly givenAt: Date
}

/**
 * The donations of paid intents, in order of intent and line: what is left of them after refunds, and none that went
 * back wholly.
 */
export const paidDonations = (db: Db, intentIds: readonly string[]): Promise<PaidDonation[]> =>
  intentIds.length === 0
    ? Promise.resolve([])
    : (db
        .selectFrom('giving.donation as d')
        // One by one: a plan that merges would read every fundraiser there is for the few that were given to.
        .innerJoinLateral(
          (e) =>
            e
              .selectFrom('campaigns.campaign')
              .whereRef('campaigns.campaign.id', '=', 'd.campaign_id')
              .select(['name', 'slug', 'organization_id'])
              .limit(1)
              .as('c'),
          (join) => join.onTrue(),
        )
        .leftJoin('campaigns.level as l', 'l.id', 'd.level_id')
        .leftJoin('giving.returned as r', 'r.donation_id', 'd.id')
        .select((e) => [
          'd.id',
          'd.intent_id as intentId',
          'd.line',
          'd.campaign_id as campaignId',
          'c.name as campaignName',
          'c.slug as campaignSlug',
          'c.organization_id as organizationId',
          'd.account_id as accountId',
          'd.guest_id as guestId',
          'd.email',
          'd.name',
          'd.currency',
          sql<bigint>`d.gift - coalesce(r.gift, 0)`.as('gift'),
          sql<bigint>`d.tip - coalesce(r.tip, 0)`.as('tip'),
          sql<bigint>`d.covered_fee - coalesce(r.covered_fee, 0)`.as('coveredFee'),
          sql<bigint>`d.processing_fee - coalesce(r.processing_fee, 0)`.as('processingFee'),
          sql<bigint>`d.zakat_eligible - coalesce(r.zakat_eligible, 0)`.as('zakatEligible'),
          'd.is_zakat as isZakat',
          'd.maximize_zakat as maximizeZakat',
          'd.gift_aid as giftAid',
          sql<Date | null>`case when d.gift_aid then (select declared_at from giving.gift_aid_declaration where donation_id = d.id) end`.as(
            'declaredAt',
          ),
          'd.tax_receipt as taxReceipt',
          'd.is_anonymous as isAnonymous',
          'd.custom_name as customName',
          'd.location',
          'd.quantity',
          'd.level_id as levelId',
          e.fn.coalesce('l.benefit_value', e.lit(0)).as('benefitValue'),
          sql<string | null>`case when l.benefit_value > 0 then l.title end`.as('benefitName'),
          'd.tax_address as taxAddress',
          sql<RowWithFields>`(select to_jsonb(f) from (select null as nothing${sql.raw(donationColumns('receipt'))}) f)`.as(
            'fields',
          ),
          'd.locale',
          'd.country',
          'd.payment_method as paymentMethod',
          'd.card_brand as cardBrand',
          'd.card_last4 as cardLast4',
          'd.given_at as givenAt',
        ])
        .where(sql<boolean>`d.intent_id = any(${intentIds}::uuid[]) and r.is_whole is not true`)
        .orderBy('d.intent_id')
        .orderBy('d.line')
        .execute() as Promise<PaidDonation[]>)

export type DonorRow = RowWithFields & {
  readonly id: string
  readonly name: string | null
  readonly place: string | null
  /** What is left of it. */
  readonly gift: bigint
  /** What it was at first: its place in the list. */
  readonly given: bigint
  readonly currency: string
  readonly isZakat: boolean
  readonly givenAt: Date
}

/**
 * What is public of a gift: an anonymous donor's name and place leave the database as nothing (privacy-1); of what
 * went back, the rest.
 */
const donorColumns = `d.id, giving.public_name(d) as name,
  giving.public_place(d) as place, d.gift - coalesce(r.gift, 0) as gift, d.gift as given, d.currency, d.is_zakat as "isZakat",
  date_trunc('milliseconds', d.given_at) as "givenAt"${donationColumns('public')}`
const publicGifts =
  'giving.donation d left join giving.returned r on r.donation_id = d.id where d.campaign_id = $1 and r.is_whole is not true'

/**
 * Along the index (campaign, given_at, id): as fast for the ten-millionth gift as for the first. What went back wholly
 * is not listed. Undefined: no such campaign is public; not checked for later pages of the list.
 */
export const findDonors = (
  ports: Ports,
  campaignId: bigint,
  limit: number,
  before: { givenAt: Date; id: string } | undefined,
): Promise<DonorRow[] | undefined> =>
  before
    ? ports.statement<DonorRow>(
        'giving.donors_before',
        `select ${donorColumns} from ${publicGifts} and (d.given_at, d.id) < ($3, $4) order by d.given_at desc, d.id desc limit $2`,
        [campaignId, limit, before.givenAt, before.id],
      )
    : ports.together(`giving.donors ${limit}`, campaignId, (ids) => findNewestDonors(ports, ids, limit))

/** Of each of the campaigns its newest; every campaign page asks for them. */
async function findNewestDonors(
  ports: Ports,
  campaignIds: readonly bigint[],
  limit: number,
): Promise<(DonorRow[] | undefined)[]> {
  // A campaign without donors is one row without an id.
  const rows = await ports.statement<(DonorRow | { readonly id: null }) & { readonly campaignId: bigint }>(
    'giving.donors',
    `select asked.id as "campaignId", newest.* from unnest(array(select unnest($1::bigint[]))) asked(id)
       join campaigns.campaign on campaign.id = asked.id and campaign.status <> 0 left join lateral
       (select ${donorColumns} from ${publicGifts.replace('$1', 'asked.id')} order by d.given_at desc, d.id desc limit $2) newest on true`,
    [[...new Set(campaignIds)], limit],
  )
  const found = Map.groupBy(rows, (row) => row.campaignId)
  return campaignIds.map((id) => found.get(id)?.filter((row) => row.id !== null))
}

/** Those who gave most first, along the index (campaign, gift, given_at, id). */
export const findTopDonors = (
  ports: Ports,
  campaignId: bigint,
  limit: number,
  before: { gift: bigint; givenAt: Date; id: string } | undefined,
): Promise<DonorRow[]> =>
  ports.statement<DonorRow>(
    before ? 'giving.top_donors_before' : 'giving.top_donors',
    `select ${donorColumns} from ${publicGifts} ${before ? 'and (d.gift, d.given_at, d.id) < ($3, $4, $5)' : ''} order by d.gift desc, d.given_at desc, d.id desc limit $2`,
    before ? [campaignId, limit, before.gift, before.givenAt, before.id] : [campaignId, limit],
  )

export type ThankYouRow = {
  readonly id: string
  readonly campaignId: bigint
  readonly currency: string
  readonly gift: bigint
  readonly tip: bigint
  readonly coveredFee: bigint
  readonly isZakat: boolean
  readonly giftAid: boolean
  readonly isAnonymous: boolean
  readonly givenAt: Date
  readonly email: string | null
  readonly accountId: string | null
  readonly guestId: string | null
  readonly publicName: string | null
  /** Of gift, tip and covered fee together, what went back. */
  readonly returned: bigint
}

/** The gifts of a payment, in its order. */
export const findThankYou = (ports: Ports, intentId: string): Promise<ThankYouRow[]> =>
  ports.statement<ThankYouRow>(
    'giving.thank_you',
    `select d.id, d.campaign_id as "campaignId", d.currency, d.gift, d.tip, d.covered_fee as "coveredFee", d.is_zakat as "isZakat", d.gift_aid as "giftAid",
         d.is_anonymous as "isAnonymous", d.given_at as "givenAt", d.email, d.account_id as "accountId", d.guest_id as "guestId", giving.public_name(d) as "publicName",
         coalesce(r.gift + r.tip + r.covered_fee, 0) as returned
       from giving.donation d left join giving.returned r on r.donation_id = d.id where d.intent_id = $1 and d.kept_until is null order by d.line`,
    [intentId],
  )

export type DonationOwner = {
  readonly accountId: string | null
  readonly guestId: string | null
  readonly campaignId: bigint
  readonly isAnonymous: boolean
  readonly publicName: string | null
  readonly publicPlace: string | null
}

/** Whose gift it is; a donation that exists is a paid one. */
export const donationOwner = async (ports: Ports, donationId: string): Promise<DonationOwner | undefined> =>
  (
    await ports.statement<DonationOwner>(
      'giving.donation_owner',
      `select account_id as "accountId", guest_id as "guestId", campaign_id as "campaignId", is_anonymous as "isAnonymous", giving.public_name(d) as "publicName",
         giving.public_place(d) as "publicPlace"
       from giving.donation d where id = $1 and kept_until is null`,
      [donationId],
    )
  )[0]

/** The gifts of a payment that were given without an account and that nobody has made theirs. */
export const unclaimedGifts = (db: Db, intentId: string) =>
  db
    .selectFrom('giving.donation as d')
    .leftJoin('giving.claim as c', 'c.donation_id', 'd.id')
    .select(['d.id', 'd.email', 'd.name'])
    .where('d.intent_id', '=', intentId)
    .where('d.account_id', 'is', null)
    .where('d.kept_until', 'is', null)
    .where('c.donation_id', 'is', null)
    .orderBy('d.line')
    .execute()

/** Makes gifts an account's own; answers how many were nobody's until now. */
export const insertClaims = async (
  tx: Tx,
  of: { donationIds: readonly string[]; accountId: string; at: Date },
): Promise<number> =>
  (
    await tx
      .insertInto('giving.claim')
      .values(of.donationIds.map((id) => ({ donation_id: id, account_id: of.accountId, claimed_at: of.at })))
      .onConflict((conflict) => conflict.column('donation_id').doNothing())
      .returning('donation_id')
      .execute()
  ).length
