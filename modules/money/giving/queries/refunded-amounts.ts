import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** The refunded amounts of one donation, in minor units; negative if the bank reversed a refund. */
export type RefundedAmount = {
  readonly donationId: string
  readonly gift: bigint
  readonly tip: bigint
  readonly coveredFee: bigint
  readonly feeRestored: bigint
  readonly zakatEligible: bigint
}

/** The state of a donation before and after a refund.  */
export type RefundChange = {
  readonly donationId: string
  readonly isFullyRefunded: boolean
  readonly wasFullyRefunded: boolean
  /** Pieces of the donation's giving level that the refund releases; negative if a returned refund takes them back. */
  readonly releasedPieces: number
}

/**
 * Adds to the refunded amounts of donations, in the transaction that books the refund. The caller must add each
 * refund once. The database refuses more than was donated. Every list and sum of donations subtracts these amounts.
 */
export async function addRefundedAmounts(
  tx: Tx,
  list: readonly RefundedAmount[],
  instant: Date,
): Promise<RefundChange[]> {
  const { rows } = await sql<RefundChange>`
    with
      added as (
        select u.*, d.gift as donated, d.quantity
        from unnest(
          ${list.map((line) => line.donationId)}::uuid[],
          ${list.map((line) => line.gift)}::bigint[],
          ${list.map((line) => line.tip)}::bigint[],
          ${list.map((line) => line.coveredFee)}::bigint[],
          ${list.map((line) => line.feeRestored)}::bigint[],
          ${list.map((line) => line.zakatEligible)}::bigint[]
        ) as u(donation_id, gift, tip, covered_fee, processing_fee, zakat_eligible)
        join giving.donation d on d.id = u.donation_id
      ),
      before as (
        select r.donation_id, r.is_fully_refunded, r.gift
        from giving.refunded_amount r
        where r.donation_id in (select donation_id from added)
      ),
      changed as (
        update giving.refunded_amount r
        set
          gift = r.gift + a.gift,
          tip = r.tip + a.tip,
          covered_fee = r.covered_fee + a.covered_fee,
          processing_fee = r.processing_fee + a.processing_fee,
          zakat_eligible = r.zakat_eligible + a.zakat_eligible,
          is_fully_refunded = r.gift + a.gift = a.donated,
          changed_at = ${instant}
        from added a
        where r.donation_id = a.donation_id
        returning r.donation_id, r.is_fully_refunded, r.gift
      ),
      first as (
        insert into giving.refunded_amount as r (
          donation_id, gift, tip, covered_fee, processing_fee, zakat_eligible, is_fully_refunded, changed_at
        )
        select
          a.donation_id,
          a.gift,
          a.tip,
          a.covered_fee,
          a.processing_fee,
          a.zakat_eligible,
          a.gift = a.donated,
          ${instant}::timestamptz
        from added a
        where a.donation_id not in (select donation_id from before)
        returning r.donation_id, r.is_fully_refunded, r.gift
      )
    select
      n.donation_id as "donationId",
      n.is_fully_refunded as "isFullyRefunded",
      coalesce(b.is_fully_refunded, false) as "wasFullyRefunded",
      giving.pieces_left(
        a.quantity, a.donated, coalesce(b.gift, 0)
      ) - giving.pieces_left(a.quantity, a.donated, n.gift) as "releasedPieces"
    from (select * from changed union all select * from first) as n
    join added a using (donation_id)
    left join before b using (donation_id)
  `.execute(tx)
  return rows
}

/** Returns the total refunded amount of a payment. */
export const sumRefundedOfPayment = async (db: Db, intentId: string): Promise<bigint> =>
  one(
    (
      await sql<{
        refundedAmount: bigint
      }>`
        select coalesce(sum(r.gift + r.tip + r.covered_fee), 0)::bigint as "refundedAmount"
        from giving.donation d
        join giving.refunded_amount r on r.donation_id = d.id
        where d.intent_id = ${intentId}::uuid
      `.execute(db)
    ).rows,
  ).refundedAmount

/**
 * Returns the donors of these donations whose donations to the campaign were all fully refunded. Reads all donations of
 * the campaigns, which is slow for large ones but rarely needed.
 */
export async function findDonorsWithoutDonations(
  db: Db,
  donationIds: readonly string[],
): Promise<{ campaignId: bigint; donorKey: Buffer }[]> {
  const { rows } = await sql<{ campaignId: bigint; donorKey: Buffer }>`
    with requested as (
      select distinct campaign_id, donor_key from giving.donation where id = any(${[...donationIds]}::uuid[])
    )
    select a.campaign_id as "campaignId", a.donor_key as "donorKey"
    from requested a
    where not exists (
      select
      from giving.donation d
      left join giving.refunded_amount r on r.donation_id = d.id
      where d.campaign_id = a.campaign_id and d.donor_key = a.donor_key and r.is_fully_refunded is not true
    )
  `.execute(db)
  return rows
}

/** Returns the donor keys of donations, which may have changed since an event about them. */
export const findDonorKeys = async (db: Db, donationIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>> =>
  new Map(
    (
      await db
        .selectFrom('giving.donation')
        .select(['id', 'donor_key as key'])
        .where(sql<boolean>`id = any(${[...donationIds]}::uuid[])`)
        .execute()
    ).map(({ id, key }) => [id, key]),
  )

/**
 * Withdraws the declarations of fully refunded donations, on which nothing can be claimed (receipts-14). `instant`
 * distinguishes this from a withdrawal by the donor.
 */
export const withdrawDeclarations = (tx: Tx, donationIds: readonly string[], instant: Date) =>
  sql`
    update giving.gift_aid_declaration
    set cancelled_at = ${instant}
    where donation_id = any(${donationIds}::uuid[]) and cancelled_at is null
  `.execute(tx)

/** Restores declarations that a refund withdrew at one of these instants. */
export const restoreDeclarations = (tx: Tx, donationIds: readonly string[], withdrawnAt: readonly Date[]) =>
  sql`
    update giving.gift_aid_declaration
    set cancelled_at = null
    where donation_id = any(${donationIds}::uuid[]) and cancelled_at = any(${withdrawnAt}::timestamptz[])
  `.execute(tx)

/** Queues an event for the handlers of a refund, in the transaction that books it. */
export const queueRefundEvent = (tx: Tx, kind: string, payload: object, instant: Date) =>
  tx
    .insertInto('outbox.event')
    .values({ kind, payload: JSON.stringify(payload), occurred_at: instant })
    .execute()

/** Returns whether the event of a paid donation is still to be handled. Until then the donation can't be refunded. */
export const isEventPending = async (db: Db, intentId: string): Promise<boolean> => {
  const { rows } = await sql`
      select 1 from outbox.event where kind = 'donation.succeeded' and payload->>'intentId' = ${intentId} limit 1
    `.execute(db)
  return rows.length > 0
}
