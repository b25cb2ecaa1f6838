import { sql, type Selection } from 'kysely'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import type { SubmissionDecision } from '../tables.ts'

export type Submission = Readonly<Selection<Tables, 'fundraising.submission', (typeof columns)[number]>>

const columns = [
  'id',
  'campaign_id as campaignId',
  'submitted_by as submittedBy',
  'submitted_at as submittedAt',
  'decided_at as decidedAt',
  'decided_by as decidedBy',
  'decision',
  'reason',
  // Whether the charity has to accept a fundraiser of someone else, or has; null: it isn't asked.
  'charity_state as charityState',
] as const

/**
 * Returns undecided submissions for staff, oldest first, after the id `before`. Those that wait for their charity are left
 * out, unless it was asked before `askedBefore`.
 */
export const listOpenSubmissions = (
  db: Db,
  input: { limit: number; before?: string | undefined; askedBefore: Date },
): Promise<Submission[]> =>
  db
    .selectFrom('fundraising.submission')
    .select(columns)
    .where('decided_at', 'is', null)
    .where(sql<boolean>`(charity_state is distinct from 'asked' or submitted_at <= ${input.askedBefore})`)
    .$if(input.before !== undefined, (query) =>
      query.where(
        sql<boolean>`
          (submitted_at, id) > (select submitted_at, id from fundraising.submission where id = ${input.before}::uuid)
        `,
      ),
    )
    .orderBy('submitted_at')
    .orderBy('id')
    .limit(input.limit)
    .execute()

/** Returns a submission in any state. */
export const findSubmission = (db: Db, id: string): Promise<Submission | undefined> =>
  db.selectFrom('fundraising.submission').select(columns).where('id', '=', id).executeTakeFirst()

/** Returns a fundraiser's latest submission. */
export const lastSubmission = (db: Db, campaignId: bigint): Promise<Submission | undefined> =>
  db
    .selectFrom('fundraising.submission')
    .select(columns)
    .where('campaign_id', '=', campaignId)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns those of the fundraisers that are in review. */
export const campaignsInReview = async (db: Db, campaignIds: readonly bigint[]): Promise<ReadonlySet<bigint>> => {
  if (campaignIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('fundraising.submission')
    .select('campaign_id as campaignId')
    .where('campaign_id', 'in', [...campaignIds])
    .where('decided_at', 'is', null)
    .execute()
  return new Set(rows.map(({ campaignId }) => campaignId))
}

/** Counts the decisions on someone's earlier submissions, and on those of the same fundraiser. */
export const countDecisions = async (db: Db, submission: Submission) => {
  const counts = await db
    .selectFrom('fundraising.submission as s')
    .innerJoin('campaigns.campaign as c', 'c.id', 's.campaign_id')
    .select((e) => [
      e.fn.countAll().filterWhere('s.decision', '=', 'approved').as('published'),
      e.fn.countAll().filterWhere('s.decision', '=', 'rejected').as('sentBack'),
      e.fn.count('c.id').distinct().filterWhere('c.paused_by_staff_at', 'is not', null).as('paused'),
      e.fn
        .countAll()
        .filterWhere('s.campaign_id', '=', submission.campaignId)
        .filterWhere('s.decision', '=', 'rejected')
        .as('sentBackOfThis'),
    ])
    .where('s.submitted_by', '=', submission.submittedBy)
    .where('s.id', '!=', submission.id)
    .executeTakeFirstOrThrow()
  return {
    published: Number(counts.published),
    sentBack: Number(counts.sentBack),
    paused: Number(counts.paused),
    sentBackOfThis: Number(counts.sentBackOfThis),
  }
}

/** Inserts a submission; returns false if one is already open. */
export const insertSubmission = async (
  tx: Tx,
  row: { id: string; campaignId: bigint; submittedBy: string; asksCharity: boolean; at: Date },
): Promise<boolean> =>
  (await tx
    .insertInto('fundraising.submission')
    .values({
      id: row.id,
      campaign_id: row.campaignId,
      submitted_by: row.submittedBy,
      submitted_at: row.at,
      charity_state: row.asksCharity ? 'asked' : null,
    })
    .onConflict((conflict) => conflict.column('campaign_id').where('decided_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Closes an open submission and returns it; undefined if it is no longer open. */
export const closeSubmission = (
  tx: Tx,
  input: { id: string; decision: SubmissionDecision; by: string; reason: string; at: Date },
): Promise<Submission | undefined> =>
  tx
    .updateTable('fundraising.submission')
    .set({ decided_at: input.at, decided_by: input.by, decision: input.decision, reason: input.reason })
    .where('id', '=', input.id)
    .where('decided_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()

/** Returns an undecided submission that waits for this charity. */
export const findAwaitingCharity = (
  db: Db,
  { organizationId, submissionId }: { readonly organizationId: bigint; readonly submissionId: string },
): Promise<{ readonly id: string; readonly campaignId: bigint } | undefined> =>
  db
    .selectFrom('fundraising.submission as s')
    .innerJoin('campaigns.campaign as c', 'c.id', 's.campaign_id')
    .select(['s.id', 's.campaign_id as campaignId'])
    .where('s.id', '=', submissionId)
    .where('c.organization_id', '=', organizationId)
    .where('s.charity_state', '=', 'asked')
    .where('s.decided_at', 'is', null)
    .executeTakeFirst()

/** Records that the charity accepted a fundraiser; undefined if it was decided before. */
export const acceptSubmission = (tx: Tx, id: string): Promise<Submission | undefined> =>
  tx
    .updateTable('fundraising.submission')
    .set({ charity_state: 'accepted' })
    .where('id', '=', id)
    .where('charity_state', '=', 'asked')
    .where('decided_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()

/** Lists the fundraisers of others that wait for this charity, oldest first. */
export const listAwaitingCharity = (db: Db, organizationId: bigint, limit: number) =>
  db
    .selectFrom('fundraising.submission as s')
    .innerJoin('campaigns.campaign as c', 'c.id', 's.campaign_id')
    .select([
      's.id',
      's.campaign_id as campaignId',
      's.submitted_at as submittedAt',
      'c.name',
      'c.tagline',
      'c.language',
      'c.organizer_name as organizerName',
      'c.goal',
      'c.currency',
    ])
    .where('c.organization_id', '=', organizationId)
    .where('s.charity_state', '=', 'asked')
    .where('s.decided_at', 'is', null)
    .orderBy('s.submitted_at')
    .orderBy('s.id')
    .limit(limit)
    .execute()
