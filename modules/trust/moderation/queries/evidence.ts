import { sql, type Selection } from 'kysely'
import type { PrivateKind } from '#modules/platform/media/index.ts'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import '../tables.ts'

export type Evidence = Readonly<Selection<Tables, 'moderation.evidence', (typeof columns)[number]>>

const columns = [
  'id',
  'verification_id as verificationId',
  'place',
  'kind',
  'bytes',
  'description',
  'added_at as addedAt',
] as const

/** Serializes adding evidence to and requesting verification of a fundraiser. */
export const lockEvidence = (tx: Tx, campaignId: bigint) =>
  sql`select pg_advisory_xact_lock(hashtext(${`moderation.evidence:${campaignId}`}))`.execute(tx)

/** Returns the pending request. */
export const waitingRequest = async (db: Db, campaignId: bigint): Promise<string | null> =>
  (
    await db
      .selectFrom('moderation.zakat_verification')
      .select('id')
      .where('campaign_id', '=', campaignId)
      .where('state', '=', 'requested')
      .executeTakeFirst()
  )?.id ?? null

/** Returns the evidence of a request or, without one, the evidence that wasn't sent yet. */
export const evidenceOf = (db: Db, campaignId: bigint, verificationId: string | null): Promise<Evidence[]> =>
  db
    .selectFrom('moderation.evidence')
    .select(columns)
    .where('campaign_id', '=', campaignId)
    .where('verification_id', verificationId === null ? 'is' : '=', verificationId)
    .orderBy('place')
    .execute()

export const findEvidence = (
  db: Db,
  id: string,
  input: { readonly campaignId: bigint } | { readonly verificationId: string },
): Promise<Evidence | undefined> =>
  db
    .selectFrom('moderation.evidence')
    .select(columns)
    .where('id', '=', id)
    .where((e) =>
      'campaignId' in input ? e('campaign_id', '=', input.campaignId) : e('verification_id', '=', input.verificationId),
    )
    .executeTakeFirst()

export const insertEvidence = (
  tx: Tx,
  evidence: Omit<Evidence, 'addedAt'> & {
    readonly campaignId: bigint
    readonly digest: Buffer
    readonly at: Date
    readonly accountId: string
  },
) =>
  tx
    .insertInto('moderation.evidence')
    .values({
      id: evidence.id,
      campaign_id: evidence.campaignId,
      verification_id: evidence.verificationId,
      place: evidence.place,
      kind: evidence.kind,
      bytes: evidence.bytes,
      digest: evidence.digest,
      description: evidence.description,
      added_at: evidence.at,
      added_by_account_id: evidence.accountId,
    })
    .execute()

export const sameEvidence = async (
  tx: Tx,
  input: { campaignId: bigint; verificationId: string | null; digest: Buffer },
): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('moderation.evidence')
      .select('id')
      .where('campaign_id', '=', input.campaignId)
      .where('verification_id', input.verificationId === null ? 'is' : '=', input.verificationId)
      .where('digest', '=', input.digest)
      .executeTakeFirst()
  )?.id

/** Replaces the description of evidence. */
export const describeEvidence = (tx: Tx, id: string, description: string) =>
  tx.updateTable('moderation.evidence').set({ description }).where('id', '=', id).execute()

/** Attaches unsent evidence to a request. */
export const sendEvidence = (tx: Tx, campaignId: bigint, verificationId: string) =>
  tx
    .updateTable('moderation.evidence')
    .set({ verification_id: verificationId })
    .where('campaign_id', '=', campaignId)
    .where('verification_id', 'is', null)
    .execute()

/** Locks the evidence's request and returns its state; undefined if the evidence wasn't sent yet. */
export const lockStateOf = async (tx: Tx, verificationId: string | null): Promise<string | undefined> =>
  verificationId === null
    ? undefined
    : (
        await tx
          .selectFrom('moderation.zakat_verification')
          .select('state')
          .where('id', '=', verificationId)
          .forShare()
          .executeTakeFirst()
      )?.state

export const deleteEvidence = (tx: Tx, id: string) =>
  tx.deleteFrom('moderation.evidence').where('id', '=', id).execute()

/** Deletes evidence that was never sent, or whose request ended long ago. */
export const deleteOldEvidence = (tx: Tx, input: { readonly unsentBefore: Date; readonly endedBefore: Date }) =>
  sql`
    delete from moderation.evidence e
    where (e.verification_id is null and e.added_at < ${input.unsentBefore})
      or exists (
        select from moderation.zakat_verification v where v.id = e.verification_id and v.ended_at < ${input.endedBefore}
      )
  `.execute(tx)

/** Erases an account's evidence: sent evidence is kept anonymously with its request, unsent evidence is deleted. */
export async function eraseEvidence(tx: Tx, accountId: string): Promise<void> {
  await tx
    .deleteFrom('moderation.evidence')
    .where('added_by_account_id', '=', accountId)
    .where('verification_id', 'is', null)
    .execute()
  await tx
    .updateTable('moderation.evidence')
    .set({ added_by_account_id: null })
    .where('added_by_account_id', '=', accountId)
    .execute()
}

/** Returns files whose rows were deleted. */
export const deletedFiles = (db: Db, limit: number): Promise<{ id: string; kind: PrivateKind }[]> =>
  db.selectFrom('moderation.deleted_evidence').select(['id', 'kind']).orderBy('deleted_at').limit(limit).execute()

export const purgeDeletedEvidence = (tx: Tx, ids: readonly string[]) =>
  tx
    .deleteFrom('moderation.deleted_evidence')
    .where('id', 'in', [...ids])
    .execute()
