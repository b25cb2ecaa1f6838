import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db, Tx } from '#shared/ports.ts'
import '../../tables.ts'

/** A donation of a submitted claim of which more was refunded since. Minor units of its currency, unless in pence. */
export type RefundedRow = {
  readonly donationId: string
  readonly earlierClaimId: string
  readonly earlierNumber: bigint
  readonly givenOn: LocalDate
  readonly gift: bigint
  /** Refunded when it was claimed, and what the claim named in pence. */
  readonly refundedAtClaim: bigint
  readonly claimedPence: bigint
  /** Refunded amounts that are claimed or adjusted already, and now. */
  readonly refundedFrom: bigint
  readonly refundedTo: bigint
}

/** Lists what of a charity's submitted donations was refunded and isn't adjusted yet, oldest first. */
export const listRefundedRows = async (db: Db, organizationId: bigint): Promise<RefundedRow[]> =>
  (
    await sql<RefundedRow>`
      select *
      from (
        select
          w.donation_id as "donationId",
          m.id as "earlierClaimId",
          m.number as "earlierNumber",
          w.given_on::text as "givenOn",
          d.gift,
          w.refunded as "refundedAtClaim",
          w.amount as "claimedPence",
          greatest(w.refunded, coalesce(a.refunded_to, 0)) as "refundedFrom",
          r.gift as "refundedTo"
        from gift_aid.claim m
        join gift_aid.claim_row w on w.claim_id = m.id and w.is_live
        join giving.donation d on d.id = w.donation_id
        join giving.refunded_amount r on r.donation_id = w.donation_id
        left join lateral (
          select max(a.refunded_to) as refunded_to
          from gift_aid.claim_adjustment a
          where a.earlier_claim_id = m.id and a.donation_id = w.donation_id and a.is_live
        ) a
          on true
        where m.organization_id = ${organizationId} and m.state in ('submitted', 'paid')
      ) rows
      where "refundedTo" > "refundedFrom"
      order by "givenOn", "donationId"
    `.execute(db)
  ).rows

export type NewAdjustment = Pick<RefundedRow, 'donationId' | 'earlierClaimId' | 'refundedFrom' | 'refundedTo'> & {
  /** The returned gift in pence. */
  readonly returned: bigint
}

export const insertAdjustments = async (tx: Tx, claimId: string, adjustments: readonly NewAdjustment[]) => {
  if (adjustments.length === 0) return
  await tx
    .insertInto('gift_aid.claim_adjustment')
    .values(
      adjustments.map(({ donationId, earlierClaimId, refundedFrom, refundedTo, returned }) => ({
        claim_id: claimId,
        donation_id: donationId,
        earlier_claim_id: earlierClaimId,
        refunded_from: refundedFrom,
        refunded_to: refundedTo,
        returned,
      })),
    )
    .execute()
}

/** A returned gift that a claim adjusts, in pence. */
export type Adjustment = {
  readonly donationId: string
  readonly earlierNumber: bigint
  readonly givenOn: LocalDate
  readonly returned: bigint
}

export const listAdjustments = async (db: Db, claimId: string): Promise<Adjustment[]> =>
  (
    await sql<Adjustment>`
      select
        a.donation_id as "donationId",
        m.number as "earlierNumber",
        w.given_on::text as "givenOn",
        a.returned
      from gift_aid.claim_adjustment a
      join gift_aid.claim m on m.id = a.earlier_claim_id
      join gift_aid.claim_row w on w.claim_id = m.id and w.donation_id = a.donation_id
      where a.claim_id = ${claimId}
      order by w.given_on, a.donation_id
    `.execute(db)
  ).rows

/** Returns whether a claim adjusts donations of an earlier one; of one donation, if it is given. */
export const isAdjusted = async (db: Db, earlierClaimId: string, donationId?: string): Promise<boolean> => {
  const all = db
    .selectFrom('gift_aid.claim_adjustment')
    .select('claim_id')
    .where('earlier_claim_id', '=', earlierClaimId)
    .where('is_live', '=', true)
  return (
    (await (donationId === undefined ? all : all.where('donation_id', '=', donationId)).executeTakeFirst()) !==
    undefined
  )
}
