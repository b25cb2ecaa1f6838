import type { Db, Tx } from '#shared/ports.ts'
import './tables.ts'

export type ReassignmentRequest = {
  readonly donationId: string
  readonly campaignId: bigint
  readonly note: string
  readonly requestedAt: Date
}

/** Lists unanswered requests, oldest first. */
export const listOpenReassignments = (db: Db, limit: number): Promise<ReassignmentRequest[]> =>
  db
    .selectFrom('zakat.reassignment_request as r')
    .innerJoin('giving.donation as d', 'd.id', 'r.donation_id')
    .select(['r.donation_id as donationId', 'd.campaign_id as campaignId', 'r.note', 'r.requested_at as requestedAt'])
    .where('r.answered_at', 'is', null)
    .orderBy('r.requested_at')
    .limit(limit)
    .execute()

/** Finds the donor's request for a donation, and the answer. */
export const findReassignmentRequest = (
  db: Db,
  donationId: string,
): Promise<{ readonly requestedAt: Date; readonly answer: string | null } | undefined> =>
  db
    .selectFrom('zakat.reassignment_request')
    .select(['requested_at as requestedAt', 'answer'])
    .where('donation_id', '=', donationId)
    .executeTakeFirst()

/** Stores a request, once for a donation. */
export const insertReassignmentRequest = (
  tx: Tx,
  input: { readonly donationId: string; readonly accountId: string; readonly note: string; readonly at: Date },
): Promise<unknown> =>
  tx
    .insertInto('zakat.reassignment_request')
    .values({ donation_id: input.donationId, account_id: input.accountId, note: input.note, requested_at: input.at })
    .onConflict((conflict) => conflict.column('donation_id').doNothing())
    .execute()

/** Stores the answer; undefined if no request is open. */
export const answerRequest = (
  tx: Tx,
  row: { readonly donationId: string; readonly answer: string; readonly answeredBy: string; readonly at: Date },
): Promise<{ readonly accountId: string; readonly campaignId: bigint } | undefined> =>
  tx
    .updateTable('zakat.reassignment_request')
    .from('giving.donation as d')
    .set({ answer: row.answer, answered_by: row.answeredBy, answered_at: row.at })
    .whereRef('d.id', '=', 'zakat.reassignment_request.donation_id')
    .where('donation_id', '=', row.donationId)
    .where('answered_at', 'is', null)
    .returning(['zakat.reassignment_request.account_id as accountId', 'd.campaign_id as campaignId'])
    .executeTakeFirst()
