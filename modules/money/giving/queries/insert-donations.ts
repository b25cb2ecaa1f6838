import type { FeeBearer } from '#modules/money/ledger/index.ts'
import { required } from '#shared/collections.ts'
import type { Currency } from '#shared/money.ts'
import type { Part } from '#shared/statement.ts'
import type { DonationLine, DonationOrder } from '../order/order.ts'
import { isSamePerson } from '#modules/platform/identity/rules/same-person.ts'
import { toColumns } from '../rules/donor-field-values.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'

/** The amounts of one line that are decided when its payment settles. */
export type SettledLine = {
  /** The line's part of the provider's fee. The campaign bears it unless `feeBearer` differs. */
  readonly feeShare: bigint
  readonly feeBearer: FeeBearer
  readonly zakatEligible: bigint
}

type Settlement = {
  readonly intentId: string
  readonly attemptId: string
  readonly order: DonationOrder
  readonly currency: Currency
  readonly lines: readonly SettledLine[]
  readonly card: { readonly brand: string; readonly last4: string } | undefined
  readonly at: Date
}

/**
 * Returns whether a line declares Gift Aid: it was chosen, has a home address, and names the donor (gift-aid-5).
 * Otherwise the donor is asked for the address later.
 */
export const isDeclared = ({ donor }: Pick<DonationOrder, 'donor'>, { giftAid, taxAddress }: DonationLine): boolean =>
  giftAid && taxAddress !== null && isSamePerson(donor.name, taxAddress)

const hex = (base64: string | null): string | null =>
  base64 === null ? null : `\\x${Buffer.from(base64, 'base64').toString('hex')}`

/**
 * Builds the statement part that inserts the donations of paid orders. `concluded` excludes payments that another
 * process settled first.
 */
export const donationPart = (settlements: readonly Settlement[]): Part => ({
  name: 'donations',
  sql: `insert into giving.donation select d.* from json_populate_recordset(null::giving.donation, $1::json) d
    where d.attempt_id in (select id from concluded) returning id`,
  values: [JSON.stringify(settlements.flatMap(donationRows), (_, value: unknown) => value ?? undefined)],
})

const feeOfCampaign = ({ feeShare, feeBearer }: SettledLine): bigint => (feeBearer === 'campaign' ? feeShare : 0n)

const donationRows = (settlement: Settlement) =>
  settlement.order.lines.map((line, index) => ({
    id: line.donationId,
    intent_id: settlement.intentId,
    attempt_id: settlement.attemptId,
    line: index + 1,
    campaign_id: line.campaignId,
    account_id: settlement.order.donor.accountId,
    guest_id: settlement.order.donor.guestId,
    donor_key: hex(settlement.order.donor.donorKey),
    email: settlement.order.donor.email,
    name: settlement.order.donor.name,
    currency: settlement.currency,
    gift: line.gift,
    tip: line.tip,
    covered_fee: line.coveredFee,
    processing_fee: feeOfCampaign(required(settlement.lines[index])).toString(),
    zakat_eligible: required(settlement.lines[index]).zakatEligible.toString(),
    zakat_eligible_bps: (line.isZakat && line.zakatEligibleBps) || null,
    fee_schedule_version: settlement.order.feeScheduleVersion,
    level_requirements: line.requestedLevelFields ?? null,
    ...toColumns(line),
    // Gift Aid is declared only with a home address. Without it, it counts as requested, and the donor is asked for
    // the address later.
    gift_aid: isDeclared(settlement.order, line),
    gift_aid_requested: line.giftAid && !isDeclared(settlement.order, line) ? true : null,
    encrypted_fields: hex(line.encryptedFields),
    payment_method: settlement.order.paymentMethod,
    card_brand: settlement.card?.brand ?? null,
    card_last4: settlement.card?.last4 ?? null,
    save_card: settlement.order.saveCard,
    locale: settlement.order.donor.locale,
    country: settlement.order.donor.country,
    given_at: settlement.at.toISOString(),
    subscription_id: line.occurrence?.subscriptionId ?? null,
    occurrence_key: line.occurrence?.key ?? null,
    occurrence_on: line.occurrence?.on ?? null,
    programme: line.occurrence?.programme ?? null,
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

/**
 * Builds the part that inserts Gift Aid declarations. They are separate rows, because a donor may withdraw one while
 * the donation stays (receipts-7).
 */
export const declarationPart = (rows: readonly DeclarationRow[]): Part => ({
  name: 'declarations',
  sql: `
    insert into giving.gift_aid_declaration (
      donation_id, text_version, text_hash, first_name, last_name, address, scope, declared_at, ip
    )
    select
      d.donation_id,
      d.text_version,
      d.text_hash,
      d.first_name,
      d.last_name,
      d.address,
      'this-donation',
      d.declared_at,
      d.ip
    from
      donations,
      jsonb_to_recordset($1::jsonb) as d(
        donation_id uuid,
        text_version text,
        text_hash text,
        first_name text,
        last_name text,
        address jsonb,
        declared_at timestamptz,
        ip text
      )
    where donations.id = d.donation_id
    returning donation_id
  `,
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
