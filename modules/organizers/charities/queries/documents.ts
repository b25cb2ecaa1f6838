import { sql } from 'kysely'
import type { PrivateKind } from '#modules/platform/media/index.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { DocumentKind } from '#modules/causes/organizations/rules/verification-form.ts'
import '../tables.ts'

export type CharityDocument = {
  readonly id: string
  readonly kind: DocumentKind
  readonly fileKind: PrivateKind
  readonly bytes: number
  readonly name: string
  readonly addedAt: Date
}

const columns = ['d.id', 'd.kind', 'd.file_kind as fileKind', 'd.bytes', 'd.name', 'd.added_at as addedAt'] as const

/** Serializes adding, removing and submitting a charity's documents. */
export const lockDocuments = (tx: Tx, organizationId: bigint) =>
  sql`select from organizations.organization where id = ${organizationId} for no key update`.execute(tx)

export const listCharityDocuments = (db: Db, organizationId: bigint): Promise<CharityDocument[]> =>
  db
    .selectFrom('organizations.document as d')
    .select(columns)
    .where('d.organization_id', '=', organizationId)
    .orderBy('d.added_at')
    .orderBy('d.id')
    .execute()

export const findCharityDocument = (db: Db, organizationId: bigint, id: string): Promise<CharityDocument | undefined> =>
  db
    .selectFrom('organizations.document as d')
    .select(columns)
    .where('d.organization_id', '=', organizationId)
    .where('d.id', '=', id)
    .executeTakeFirst()

/** Returns the charity's document of this kind with the same bytes. */
export const findSameDocument = async (
  db: Db,
  organizationId: bigint,
  { kind, digest }: { readonly kind: DocumentKind; readonly digest: Buffer },
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('organizations.document')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('kind', '=', kind)
      .where('digest', '=', digest)
      .executeTakeFirst()
  )?.id

export const countDocumentsSince = async (db: Db, organizationId: bigint, since: Date): Promise<number> =>
  (
    await db
      .selectFrom('organizations.document')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('added_at', '>', since)
      .execute()
  ).length

export const insertDocument = (
  tx: Tx,
  charityDocument: CharityDocument & {
    readonly organizationId: bigint
    readonly digest: Buffer
    readonly accountId: string
  },
) =>
  tx
    .insertInto('organizations.document')
    .values({
      id: charityDocument.id,
      organization_id: charityDocument.organizationId,
      kind: charityDocument.kind,
      file_kind: charityDocument.fileKind,
      bytes: charityDocument.bytes,
      digest: charityDocument.digest,
      name: charityDocument.name,
      added_at: charityDocument.addedAt,
      added_by_account_id: charityDocument.accountId,
    })
    .execute()

/** Deletes a document; a trigger records its file for the job that removes it. */
export const deleteDocument = (tx: Tx, id: string) =>
  tx.deleteFrom('organizations.document').where('id', '=', id).execute()

/** Whether a document belongs to a decided request, so that the charity can no longer delete it. */
export const isDocumentDecided = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom('organizations.request_document as rd')
    .innerJoin('organizations.verification_request as r', 'r.id', 'rd.request_id')
    .select('r.id')
    .where('rd.document_id', '=', id)
    .where('r.state', 'in', ['verified', 'rejected'])
    .executeTakeFirst()) !== undefined

/** Attaches every document of the charity to its request. */
export const sendDocuments = (tx: Tx, organizationId: bigint, requestId: string) =>
  sql`insert into organizations.request_document (request_id, document_id)
    select ${requestId}::uuid, id from organizations.document where organization_id = ${organizationId}`.execute(tx)

export const documentsOfRequest = (db: Db, requestId: string): Promise<CharityDocument[]> =>
  db
    .selectFrom('organizations.document as d')
    .innerJoin('organizations.request_document as rd', 'rd.document_id', 'd.id')
    .select(columns)
    .where('rd.request_id', '=', requestId)
    .orderBy('d.added_at')
    .orderBy('d.id')
    .execute()

/** Returns files whose rows were deleted. */
export const listDeletedFiles = (db: Db, limit: number): Promise<{ id: string; kind: PrivateKind }[]> =>
  db
    .selectFrom('organizations.deleted_file')
    .select(['id', 'file_kind as kind'])
    .orderBy('deleted_at')
    .limit(limit)
    .execute()

export const purgeDeletedCharityFiles = (tx: Tx, ids: readonly string[]) =>
  tx
    .deleteFrom('organizations.deleted_file')
    .where('id', 'in', [...ids])
    .execute()

/**
 * Deletes identity documents whose last decision is older than `identityBefore`, and other documents of charities whose
 * verification ended before `endedBefore`. Documents that were never submitted are kept while their charity is younger
 * than these limits (content-22).
 */
export const deleteOldDocuments = (tx: Tx, input: { readonly identityBefore: Date; readonly endedBefore: Date }) =>
  sql`
    delete from organizations.document d using organizations.organization o
    where o.id = d.organization_id
      and not exists (
        select from organizations.verification_request r where r.organization_id = o.id and r.state = 'open'
      )
      and (
        (
          d.kind = 'identity'
            and exists (
              select
              from organizations.request_document rd
              join organizations.verification_request r on r.id = rd.request_id
              where rd.document_id = d.id and r.decided_at < ${input.identityBefore}
            )
        )
          or coalesce(o.verified_until, d.added_at) < ${input.endedBefore}
      )
  `.execute(tx)
