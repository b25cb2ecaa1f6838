import type { Currency } from '#shared/money.ts'
import { sql } from 'kysely'
import { mailboxOf } from '#modules/money/giving/index.ts'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** A donor's request for a refund. Minor units. */
export type RefundRequest = {
  readonly id: string
  readonly donationId: string
  readonly intentId: string
  readonly accountId: string
  readonly campaign: string
  readonly campaignId: bigint
  readonly name: string
  /** The donor's current email. */
  readonly mailTo: string | null
  readonly locale: string
  readonly gift: bigint
  readonly currency: Currency
  readonly reason: string
  readonly state: 'open' | 'granted' | 'declined'
  readonly note: string
  readonly createdAt: Date
  readonly decidedAt: Date | null
}

/** A granted request whose refund the second person rejected counts as declined, because nothing is refunded. */
const shownState = sql<RefundRequest['state']>`case when r.failure_reason = 'rejected' then 'declined' else q.state end`

const requests = (db: Db) =>
  db
    .selectFrom('refunds.request as q')
    .innerJoin('giving.donation as d', 'd.id', 'q.donation_id')
    .innerJoin('campaigns.campaign as c', 'c.id', 'd.campaign_id')
    .leftJoin('refunds.refund as r', 'r.id', 'q.refund_id')
    .select([
      'q.id',
      'q.donation_id as donationId',
      'd.intent_id as intentId',
      'q.account_id as accountId',
      'c.name as campaign',
      'd.campaign_id as campaignId',
      'd.name',
      sql<string | null>`${sql.raw(mailboxOf('d'))}`.as('mailTo'),
      'd.locale',
      'd.gift',
      'd.currency',
      'q.reason',
      shownState.as('state'),
      'q.note',
      'q.created_at as createdAt',
      'q.decided_at as decidedAt',
    ])

export const findRefundRequest = (db: Db, id: string): Promise<RefundRequest | undefined> =>
  requests(db).where('q.id', '=', id).executeTakeFirst()

/** Finds the request that a refund grants. */
export const requestOfRefund = (db: Db, refundId: string): Promise<RefundRequest | undefined> =>
  requests(db).where('q.refund_id', '=', refundId).executeTakeFirst()

/** Lists open requests oldest first, or decided ones newest first. */
export const listRefundRequests = (db: Db, state: RefundRequest['state'], limit: number): Promise<RefundRequest[]> =>
  requests(db)
    .where(shownState, '=', state)
    .orderBy('q.created_at', state === 'open' ? 'asc' : 'desc')
    .orderBy('q.id')
    .limit(limit)
    .execute()

export const requestsOfDonations = (db: Db, donationIds: readonly string[]): Promise<RefundRequest[]> =>
  donationIds.length === 0
    ? Promise.resolve([])
    : requests(db)
        .where('q.donation_id', 'in', [...donationIds])
        .orderBy('q.created_at', 'desc')
        .execute()

/** Stores a request; returns false if one is already open. */
export const insertRefundRequest = async (
  tx: Tx,
  input: {
    readonly id: string
    readonly donationId: string
    readonly accountId: string
    readonly reason: string
    readonly at: Date
  },
): Promise<boolean> =>
  (await tx
    .insertInto('refunds.request')
    .values({
      id: input.id,
      donation_id: input.donationId,
      account_id: input.accountId,
      reason: input.reason,
      state: 'open',
      created_at: input.at,
    })
    .onConflict((conflict) => conflict.column('donation_id').where('state', '=', 'open').doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Locks a request until the transaction ends, against concurrent decisions. Returns false if it is decided. */
export const lockOpenRequest = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('refunds.request')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()) !== undefined

/** Locks all open requests for these donations. */
export const lockOpenRequestsOf = (tx: Tx, donationIds: readonly string[]) =>
  tx
    .selectFrom('refunds.request')
    .select('id')
    .where('donation_id', 'in', [...donationIds])
    .where('state', '=', 'open')
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Decides a request; returns false if it was decided before. The database also enforces that decisions never change.
 */
export const decide = async (
  tx: Tx,
  input: {
    readonly id: string
    readonly state: 'granted' | 'declined'
    readonly note: string
    readonly by: string
    readonly refundId: string | null
    readonly at: Date
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('refunds.request')
    .set({
      state: input.state,
      note: input.note,
      decided_by: input.by,
      refund_id: input.refundId,
      decided_at: input.at,
    })
    .where('id', '=', input.id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks the open requests for fully refunded donations as granted. */
export const grantByRefund = (
  tx: Tx,
  input: {
    readonly donationIds: readonly string[]
    readonly refundId: string
    readonly by: string | null
    readonly at: Date
  },
) =>
  input.donationIds.length === 0
    ? undefined
    : tx
        .updateTable('refunds.request')
        .set({ state: 'granted', decided_by: input.by, refund_id: input.refundId, decided_at: input.at })
        .where('donation_id', 'in', [...input.donationIds])
        .where('state', '=', 'open')
        .execute()

/** Deletes the requests of an erased account; its refunds stay in the books. */
export const eraseRequests = (tx: Tx, accountId: string) =>
  tx.deleteFrom('refunds.request').where('account_id', '=', accountId).execute()
