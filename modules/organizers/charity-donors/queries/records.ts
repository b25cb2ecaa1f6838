import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** Donors by their own keys. */
type OfDonors = { readonly organizationId: bigint; readonly keys: readonly Buffer[] }

/** Returns the tags of these donors of a charity, by name. */
export const listTags = async (
  db: Db,
  { organizationId, keys }: OfDonors,
): Promise<{ readonly key: Buffer; readonly name: string }[]> =>
  keys.length === 0
    ? []
    : (
        await sql<{ key: Buffer; name: string }>`
          select distinct d.donor_key as key, t.name
          from giving.donation d
          join charity_donors.tag t on t.donation_id = d.id
          where d.donor_key = any(${[...keys]}::bytea[])
            and not d.is_anonymous
            and t.organization_id = ${organizationId}
          order by t.name
        `.execute(db)
      ).rows

/** Returns the tags that a charity uses, by name. */
export const listTagNames = async (db: Db, organizationId: bigint): Promise<string[]> =>
  (
    await db
      .selectFrom('charity_donors.tag')
      .select('name')
      .distinct()
      .where('organization_id', '=', organizationId)
      .orderBy('name')
      .limit(200)
      .execute()
  ).map(({ name }) => name)

/** Adds a tag to the donation by which a donor is addressed; adding it again changes nothing. */
export const insertTag = (
  tx: Tx,
  tag: {
    readonly donationId: string
    readonly organizationId: bigint
    readonly name: string
    readonly by: string
    readonly at: Date
  },
) =>
  tx
    .insertInto('charity_donors.tag')
    .values({
      donation_id: tag.donationId,
      organization_id: tag.organizationId,
      name: tag.name,
      added_by: tag.by,
      added_at: tag.at,
    })
    .onConflict((conflict) => conflict.columns(['donation_id', 'name']).doNothing())
    .execute()

/** Removes a tag from all donations of a donor to a charity. */
export const deleteTag = (tx: Tx, { organizationId, keys, name }: OfDonors & { readonly name: string }) =>
  sql`
    delete from charity_donors.tag t
    using giving.donation d
    where d.id = t.donation_id
      and d.donor_key = any(${[...keys]}::bytea[])
      and t.organization_id = ${organizationId}
      and t.name = ${name}
  `.execute(tx)

export type NoteRow = {
  readonly id: string
  readonly body: string
  /** Null for an erased account. */
  readonly author: string | null
  readonly writtenAt: Date
}

/** Returns the team's notes about a donor, newest first. */
export const listNotes = async (db: Db, { organizationId, keys }: OfDonors): Promise<NoteRow[]> =>
  (
    await sql<NoteRow>`
      select
        n.id,
        n.body,
        nullif(trim(concat_ws(' ', a.first_name, a.last_name)), '') as author,
        n.written_at as "writtenAt"
      from giving.donation d
      join charity_donors.note n on n.donation_id = d.id
      left join identity.account a on a.id = n.author_id
      where d.donor_key = any(${[...keys]}::bytea[])
        and not d.is_anonymous
        and n.organization_id = ${organizationId}
      order by n.written_at desc, n.id desc
      limit 200
    `.execute(db)
  ).rows

export const insertNote = (
  tx: Tx,
  note: {
    readonly id: string
    readonly donationId: string
    readonly organizationId: bigint
    readonly body: string
    readonly by: string
    readonly at: Date
  },
) =>
  tx
    .insertInto('charity_donors.note')
    .values({
      id: note.id,
      donation_id: note.donationId,
      organization_id: note.organizationId,
      body: note.body,
      author_id: note.by,
      written_at: note.at,
    })
    .execute()

/** Deletes a note about a donor; returns false if there is none with this id. */
export const deleteNote = async (
  tx: Tx,
  { organizationId, keys, id }: OfDonors & { readonly id: string },
): Promise<boolean> =>
  (
    await sql`
      delete from charity_donors.note n
      using giving.donation d
      where n.id = ${id}::uuid
        and d.id = n.donation_id
        and d.donor_key = any(${[...keys]}::bytea[])
        and n.organization_id = ${organizationId}
      returning n.id
    `.execute(tx)
  ).rows.length > 0

/**
 * Erases what charities' teams wrote about a donor, and the account as an author (privacy-4). A note that an erased
 * member wrote about someone else stays, without its author.
 */
async function eraseDonorRecords(
  tx: Tx,
  erasure: { readonly accountId: string; readonly donationIds: readonly string[] },
): Promise<void> {
  const { accountId } = erasure
  const ids = [...erasure.donationIds]
  await sql`delete from charity_donors.note where donation_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from charity_donors.tag where donation_id = any(${ids}::uuid[])`.execute(tx)
  await deleteMergeDecisions(tx, ids)
  await tx.updateTable('charity_donors.note').set({ author_id: null }).where('author_id', '=', accountId).execute()
  await tx
    .updateTable('charity_donors.saved_filter')
    .set({ saved_by: null })
    .where('saved_by', '=', accountId)
    .execute()
  await tx
    .updateTable('charity_donors.merge_decision')
    .set({ decided_by: null })
    .where('decided_by', '=', accountId)
    .execute()
  await tx.updateTable('charity_donors.letter').set({ sent_by: null }).where('sent_by', '=', accountId).execute()
  await tx.updateTable('charity_donors.tag').set({ added_by: null }).where('added_by', '=', accountId).execute()
}

/** Deletes what charities' teams wrote about the donors of anonymized donations. */
async function purgeDonorRecords(tx: Tx, donationIds: readonly string[]): Promise<void> {
  const ids = [...donationIds]
  await sql`delete from charity_donors.note where donation_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from charity_donors.tag where donation_id = any(${ids}::uuid[])`.execute(tx)
  await deleteMergeDecisions(tx, ids)
}

const deleteMergeDecisions = (tx: Tx, ids: readonly string[]) =>
  sql`
    delete from charity_donors.merge_decision
    where donation_id = any(${[...ids]}::uuid[]) or other_donation_id = any(${[...ids]}::uuid[])
  `.execute(tx)

/** What erasure does with notes, tags and decisions about merging. */
export const donorRecords = { erase: eraseDonorRecords, purge: purgeDonorRecords }
