import type { Db, Tx } from '#shared/ports.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import type { PrivateKind } from '#modules/platform/media/index.ts'
import type { ZakatCategory } from '#modules/causes/campaigns/rules/zakat.ts'
import type { Faces, ReportedDistribution } from '../rules/distribution/check-distribution.ts'
import type { DistributionState } from './tables.ts'
import './tables.ts'

export type Distribution = {
  readonly id: string
  readonly campaignId: bigint
  readonly currency: Currency
  /** Minor units of `currency`. */
  readonly amount: bigint
  readonly distributedOn: LocalDate
  readonly country: string
  readonly category: ZakatCategory
  readonly people: number
  readonly description: string
  readonly state: DistributionState
  readonly reportedAt: Date
  readonly reviewReason: string | null
}

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
export const listApproved = (db: Db, campaignIds: readonly bigint[]): Promise<Distribution[]> =>
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
export const listDistributions = (db: Db, of: { readonly campaignId: bigint }): Promise<Distribution[]> =>
  db
    .selectFrom('zakat.distribution')
    .select(columns)
    .where('campaign_id', '=', of.campaignId)
    .orderBy('distributed_on', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Lists what awaits review, the oldest first. */
export const listSubmitted = (db: Db, limit: number): Promise<Distribution[]> =>
  db
    .selectFrom('zakat.distribution')
    .select(columns)
    .where('state', '=', 'submitted')
    .orderBy('reported_at')
    .orderBy('id')
    .limit(limit)
    .execute()

export const findDistribution = (db: Db, id: string): Promise<Distribution | undefined> =>
  db.selectFrom('zakat.distribution').select(columns).where('id', '=', id).executeTakeFirst()

export const insertDistribution = (
  tx: Tx,
  of: {
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
      id: of.id,
      campaign_id: of.campaignId,
      currency: of.report.amount.currency,
      amount: of.report.amount.amount,
      distributed_on: of.report.distributedOn,
      country: of.report.country,
      category: of.report.category,
      people: of.report.people,
      description: of.report.description,
      reported_by: of.reportedBy,
      reported_at: of.at,
    })
    .execute()

/** Deletes a report that was not reviewed, with its files' rows; false where there is none. */
export const deleteSubmitted = async (
  tx: Tx,
  of: { readonly id: string; readonly campaignId: bigint },
): Promise<boolean> => {
  const found = await tx
    .selectFrom('zakat.distribution')
    .select('id')
    .where('id', '=', of.id)
    .where('campaign_id', '=', of.campaignId)
    .where('state', '=', 'submitted')
    .forUpdate()
    .executeTakeFirst()
  if (!found) return false
  await tx.deleteFrom('zakat.distribution_file').where('distribution_id', '=', of.id).execute()
  await tx.deleteFrom('zakat.distribution').where('id', '=', of.id).execute()
  return true
}

/** Records a review; undefined where the report was reviewed already. */
export const review = (
  tx: Tx,
  of: {
    readonly id: string
    readonly state: 'approved' | 'rejected'
    readonly reviewerId: string
    readonly reason: string
    readonly at: Date
  },
): Promise<{ readonly campaignId: bigint } | undefined> =>
  tx
    .updateTable('zakat.distribution')
    .set({ state: of.state, reviewed_by: of.reviewerId, reviewed_at: of.at, review_reason: of.reason })
    .where('id', '=', of.id)
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
  of: { readonly id: string; readonly campaignId?: bigint },
): Promise<DistributionFile | undefined> => {
  let query = db
    .selectFrom('zakat.distribution_file as f')
    .innerJoin('zakat.distribution as d', 'd.id', 'f.distribution_id')
    .select(['f.id', 'f.distribution_id as distributionId', 'f.kind', 'f.bytes', 'f.faces', 'f.description'])
    .where('f.id', '=', of.id)
  if (of.campaignId !== undefined) query = query.where('d.campaign_id', '=', of.campaignId)
  return query.executeTakeFirst()
}

/** Adds a file to a report that was not reviewed; false where it was, or has `max` files already. */
export const insertFile = async (
  tx: Tx,
  of: DistributionFile & { readonly campaignId: bigint; readonly max: number; readonly at: Date },
): Promise<boolean> => {
  const found = await tx
    .selectFrom('zakat.distribution')
    .select('id')
    .where('id', '=', of.distributionId)
    .where('campaign_id', '=', of.campaignId)
    .where('state', '=', 'submitted')
    .forUpdate()
    .executeTakeFirst()
  if (!found || (await listFiles(tx, [of.distributionId])).length >= of.max) return false
  await tx
    .insertInto('zakat.distribution_file')
    .values({
      id: of.id,
      distribution_id: of.distributionId,
      kind: of.kind,
      bytes: of.bytes,
      faces: of.faces,
      description: of.description,
      added_at: of.at,
    })
    .execute()
  return true
}

/** Lists fundraisers that were given zakat, in the order of their ids. */
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

/** Takes the reporter's and reviewer's names from reports, and their requests, when their account is erased. */
export async function eraseFromDistributions(tx: Tx, accountId: string): Promise<void> {
  await tx.updateTable('zakat.distribution').set({ reported_by: null }).where('reported_by', '=', accountId).execute()
  await tx.deleteFrom('zakat.reassignment_request').where('account_id', '=', accountId).execute()
}
