import { sql, type Selection } from 'kysely'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import type { PrivateKind } from '#modules/platform/media/index.ts'
import type { Faces, ReportedDistribution } from '../rules/distribution/check-distribution.ts'
import './tables.ts'

export type StoredDistribution = Readonly<Selection<Tables, 'zakat.distribution', (typeof columns)[number]>>

export type DistributionFile = {
  readonly id: string
  readonly distributionId: string
  readonly kind: PrivateKind
  readonly bytes: number
  readonly faces: Faces
  readonly description: string
}

const columns = [
  'id',
  'campaign_id as campaignId',
  'currency',
  // Minor units of `currency`.
  'amount',
  'distributed_on as distributedOn',
  'country',
  'category',
  'people',
  'description',
  'state',
  'reported_at as reportedAt',
  'review_reason as reviewReason',
] as const
const fileColumns = ['id', 'distribution_id as distributionId', 'kind', 'bytes', 'faces', 'description'] as const

/** Lists the approved distributions of fundraisers, newest first. */
export const listApproved = (db: Db, campaignIds: readonly bigint[]): Promise<StoredDistribution[]> =>
  campaignIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('zakat.distribution')
        .select(columns)
        .where('campaign_id', 'in', [...campaignIds])
        .where('state', '=', 'approved')
        .orderBy('distributed_on', 'desc')
        .orderBy('id', 'desc')
        .execute()

/** Lists a fundraiser's distributions, newest first. */
export const listDistributions = (db: Db, ids: { readonly campaignId: bigint }): Promise<StoredDistribution[]> =>
  db
    .selectFrom('zakat.distribution')
    .select(columns)
    .where('campaign_id', '=', ids.campaignId)
    .orderBy('distributed_on', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Lists reports that await review, oldest first. */
export const listSubmitted = (db: Db, limit: number): Promise<StoredDistribution[]> =>
  db
    .selectFrom('zakat.distribution')
    .select(columns)
    .where('state', '=', 'submitted')
    .orderBy('reported_at')
    .orderBy('id')
    .limit(limit)
    .execute()

export const findDistribution = (db: Db, id: string): Promise<StoredDistribution | undefined> =>
  db.selectFrom('zakat.distribution').select(columns).where('id', '=', id).executeTakeFirst()

/** Returns these distributions of a charity's fundraisers; those of another charity are absent. */
export const findDistributionsOf = (
  db: Db,
  organizationId: bigint,
  ids: readonly string[],
): Promise<StoredDistribution[]> =>
  db
    .selectFrom('zakat.distribution')
    .select(columns)
    .where('id', 'in', [...ids])
    .where(sql<boolean>`campaign_id in (select id from campaigns.campaign where organization_id = ${organizationId})`)
    .execute()

export const insertDistribution = (
  tx: Tx,
  input: {
    readonly id: string
    readonly campaignId: bigint
    readonly report: ReportedDistribution
    readonly reportedBy: string
    readonly at: Date
  },
): Promise<unknown> =>
  tx
    .insertInto('zakat.distribution')
    .values({
      id: input.id,
      campaign_id: input.campaignId,
      currency: input.report.amount.currency,
      amount: input.report.amount.amount,
      distributed_on: input.report.distributedOn,
      country: input.report.country,
      category: input.report.category,
      people: input.report.people,
      description: input.report.description,
      reported_by: input.reportedBy,
      reported_at: input.at,
    })
    .execute()

/** Deletes an unreviewed report with its files' rows; returns false if there is none. */
export const deleteSubmitted = async (
  tx: Tx,
  ids: { readonly id: string; readonly campaignId: bigint },
): Promise<boolean> => {
  const row = await tx
    .selectFrom('zakat.distribution')
    .select('id')
    .where('id', '=', ids.id)
    .where('campaign_id', '=', ids.campaignId)
    .where('state', '=', 'submitted')
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  await tx.deleteFrom('zakat.distribution_file').where('distribution_id', '=', ids.id).execute()
  await tx.deleteFrom('zakat.distribution').where('id', '=', ids.id).execute()
  return true
}

/** Records a review; returns undefined if the report was already reviewed. */
export const review = (
  tx: Tx,
  input: {
    readonly id: string
    readonly state: 'approved' | 'rejected'
    readonly reviewerId: string
    readonly reason: string
    readonly at: Date
  },
): Promise<{ readonly campaignId: bigint } | undefined> =>
  tx
    .updateTable('zakat.distribution')
    .set({ state: input.state, reviewed_by: input.reviewerId, reviewed_at: input.at, review_reason: input.reason })
    .where('id', '=', input.id)
    .where('state', '=', 'submitted')
    .returning('campaign_id as campaignId')
    .executeTakeFirst()

export const listFiles = (db: Db, distributionIds: readonly string[]): Promise<DistributionFile[]> =>
  distributionIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('zakat.distribution_file')
        .select(fileColumns)
        .where('distribution_id', 'in', [...distributionIds])
        .orderBy('added_at')
        .orderBy('id')
        .execute()

export const findFile = (
  db: Db,
  ids: { readonly id: string; readonly campaignId?: bigint },
): Promise<DistributionFile | undefined> => {
  let query = db
    .selectFrom('zakat.distribution_file as f')
    .innerJoin('zakat.distribution as d', 'd.id', 'f.distribution_id')
    .select(['f.id', 'f.distribution_id as distributionId', 'f.kind', 'f.bytes', 'f.faces', 'f.description'])
    .where('f.id', '=', ids.id)
  if (ids.campaignId !== undefined) query = query.where('d.campaign_id', '=', ids.campaignId)
  return query.executeTakeFirst()
}

/** Adds a file to an unreviewed report; returns false if it was reviewed or already has `max` files. */
export const insertFile = async (
  tx: Tx,
  distributionFile: DistributionFile & { readonly campaignId: bigint; readonly max: number; readonly at: Date },
): Promise<boolean> => {
  const row = await tx
    .selectFrom('zakat.distribution')
    .select('id')
    .where('id', '=', distributionFile.distributionId)
    .where('campaign_id', '=', distributionFile.campaignId)
    .where('state', '=', 'submitted')
    .forUpdate()
    .executeTakeFirst()
  if (!row || (await listFiles(tx, [distributionFile.distributionId])).length >= distributionFile.max) return false
  await tx
    .insertInto('zakat.distribution_file')
    .values({
      id: distributionFile.id,
      distribution_id: distributionFile.distributionId,
      kind: distributionFile.kind,
      bytes: distributionFile.bytes,
      faces: distributionFile.faces,
      description: distributionFile.description,
      added_at: distributionFile.at,
    })
    .execute()
  return true
}

/** Lists fundraisers that received zakat, in the order of their ids. */
export const campaignsWithZakat = async (db: Db, after: bigint, limit: number): Promise<bigint[]> =>
  (
    await db
      .selectFrom('giving.donation')
      .select('campaign_id as id')
      .distinct()
      .where('is_zakat', '=', true)
      .where('campaign_id', '>', after)
      .orderBy('campaign_id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

/** Removes the reporter's and reviewer's names from reports, and their requests, when their account is erased. */
export async function eraseFromDistributions(tx: Tx, accountId: string): Promise<void> {
  await tx.updateTable('zakat.distribution').set({ reported_by: null }).where('reported_by', '=', accountId).execute()
  await tx.deleteFrom('zakat.reassignment_request').where('account_id', '=', accountId).execute()
}
