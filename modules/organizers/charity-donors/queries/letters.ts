import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { Segment } from '../rules/segments.ts'
import '../tables.ts'

export type Letter = {
  readonly id: string
  readonly organizationId: bigint
  readonly campaignId: bigint
  readonly segment: Segment
  readonly subject: string
  readonly body: string
}

/** Inserts a letter with its recipients; the constraint refuses a second one of a charity before `nextFrom`. */
export async function insertLetter(
  tx: Tx,
  letter: Letter & {
    readonly by: string
    readonly at: Date
    readonly nextFrom: Date
    readonly donorKeys: readonly Buffer[]
  },
): Promise<void> {
  await tx
    .insertInto('charity_donors.letter')
    .values({
      id: letter.id,
      organization_id: letter.organizationId,
      campaign_id: letter.campaignId,
      segment: letter.segment,
      subject: letter.subject,
      body: letter.body,
      sent_by: letter.by,
      queued_at: letter.at,
      next_from: letter.nextFrom,
    })
    .execute()
  await sql`
    insert into charity_donors.letter_recipient (letter_id, donor_key)
    select ${letter.id}::uuid, key from unnest(${[...letter.donorKeys]}::bytea[]) as u(key)
    on conflict do nothing
  `.execute(tx)
}

/** Returns when a charity may send its next letter; undefined if it may now. */
export const findNextLetterFrom = async (db: Db, organizationId: bigint, now: Date): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('charity_donors.letter')
      .select('next_from as from')
      .where('organization_id', '=', organizationId)
      .where('next_from', '>', now)
      .orderBy('next_from', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.from

export type SentLetter = {
  readonly id: string
  readonly subject: string
  readonly segment: Segment
  readonly campaign: string
  readonly queuedAt: Date
  /** Mails queued so far. */
  readonly mailed: number
  readonly isSending: boolean
}

/** Returns a charity's newest letters. */
export const listLetters = async (db: Db, organizationId: bigint): Promise<SentLetter[]> =>
  (
    await sql<SentLetter>`
      select
        l.id,
        l.subject,
        l.segment,
        c.name as campaign,
        l.queued_at as "queuedAt",
        l.mailed,
        exists (select from charity_donors.letter_recipient r where r.letter_id = l.id) as "isSending"
      from charity_donors.letter l
      join campaigns.campaign c on c.id = l.campaign_id
      where l.organization_id = ${organizationId}
      order by l.queued_at desc
      limit 50
    `.execute(db)
  ).rows

export const findLetter = (db: Db, id: string): Promise<Letter | undefined> =>
  db
    .selectFrom('charity_donors.letter')
    .select(['id', 'organization_id as organizationId', 'campaign_id as campaignId', 'segment', 'subject', 'body'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Takes recipients whose mail isn't queued yet; with the transaction they are done, so each is mailed once. */
export const takeRecipients = async (tx: Tx, letterId: string, limit: number): Promise<Buffer[]> =>
  (
    await sql<{ key: Buffer }>`
      delete from charity_donors.letter_recipient
      where (letter_id, donor_key) in (
        select letter_id, donor_key
        from charity_donors.letter_recipient
        where letter_id = ${letterId}::uuid
        limit ${limit}
        for update skip locked
      )
      returning donor_key as key
    `.execute(tx)
  ).rows.map(({ key }) => key)

export const addMailed = (tx: Tx, letterId: string, count: number) =>
  sql`update charity_donors.letter set mailed = mailed + ${count} where id = ${letterId}::uuid`.execute(tx)
