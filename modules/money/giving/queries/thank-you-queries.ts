import type { Currency } from '#shared/money.ts'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import { donationColumns, type RowWithFields } from '../shown-fields.ts'
import '../tables.ts'

export type ThankYouRow = RowWithFields & {
  readonly id: string
  readonly campaignId: bigint
  readonly currency: Currency
  readonly gift: bigint
  readonly tip: bigint
  readonly coveredFee: bigint
  readonly isZakat: boolean
  readonly giftAid: boolean
  readonly isRegular: boolean
  readonly isAnonymous: boolean
  readonly givenAt: Date
  readonly email: string | null
  readonly accountId: string | null
  readonly guestId: string | null
  readonly publicName: string | null
  /** The refunded part of donation, tip and covered fee together. */
  readonly refundedAmount: bigint
}

/** Returns the donations of a payment in its order. */
export const findThankYou = (ports: Ports, intentId: string): Promise<ThankYouRow[]> =>
  ports.statement<ThankYouRow>(
    'giving.thank_you',
    `
      select
        d.id,
        d.campaign_id as "campaignId",
        d.currency,
        d.gift,
        d.tip,
        d.covered_fee as "coveredFee",
        d.is_zakat as "isZakat",
        d.gift_aid as "giftAid",
        d.is_anonymous as "isAnonymous",
        d.given_at as "givenAt",
        d.email,
        d.account_id as "accountId",
        d.guest_id as "guestId",
        giving.public_name(d) as "publicName",
        coalesce(r.gift + r.tip + r.covered_fee, 0) as "refundedAmount",
        d.subscription_id is not null as "isRegular"${donationColumns('donor')}
      from giving.donation d
      left join giving.refunded_amount r on r.donation_id = d.id
      where d.intent_id = $1 and d.retained_until is null
      order by d.line
    `,
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

/** Returns the owner of a donation; every stored donation is paid. */
export const findDonationOwner = async (ports: Ports, donationId: string): Promise<DonationOwner | undefined> =>
  (
    await ports.statement<DonationOwner>(
      'giving.donation_owner',
      `
        select
          account_id as "accountId",
          guest_id as "guestId",
          campaign_id as "campaignId",
          is_anonymous as "isAnonymous",
          giving.public_name(d) as "publicName",
          giving.public_place(d) as "publicPlace"
        from giving.donation d
        where id = $1 and retained_until is null
      `,
      [donationId],
    )
  )[0]

/** Returns the unclaimed guest donations of a payment. */
export const findDonationsToTakeOver = (db: Db, intentId: string) =>
  db
    .selectFrom('giving.donation as d')
    .leftJoin('giving.claim as c', 'c.donation_id', 'd.id')
    .select(['d.id', 'd.email', 'd.name'])
    .where('d.intent_id', '=', intentId)
    .where('d.account_id', 'is', null)
    .where('d.retained_until', 'is', null)
    .where('c.donation_id', 'is', null)
    .orderBy('d.line')
    .execute()

/** Adds donations to an account; returns how many were unclaimed. */
export const insertTakeovers = async (
  tx: Tx,
  input: { donationIds: readonly string[]; accountId: string; at: Date },
): Promise<number> =>
  (
    await tx
      .insertInto('giving.claim')
      .values(input.donationIds.map((id) => ({ donation_id: id, account_id: input.accountId, claimed_at: input.at })))
      .onConflict((conflict) => conflict.column('donation_id').doNothing())
      .returning('donation_id')
      .execute()
  ).length
