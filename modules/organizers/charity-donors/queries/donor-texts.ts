import { type RawBuilder, sql } from 'kysely'
import { one } from '#shared/collections.ts'
import type { Cursor } from '#shared/cursor.ts'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** SQL for the pattern as texts are stored. `like` with both in lower case finds what `ilike` does. */
export const textMatches = (organizationId: bigint, pattern: string): RawBuilder<unknown> =>
  sql`t.organization_id = ${organizationId} and t.words like lower(${pattern})`

/** Donors whose donations are read one by one. Words that more of them have are looked for in the newest donations. */
const fewDonors = 1000
/** Newest donations of a charity that nearly always have a page with such words. */
const newestMax = 1000

/**
 * Finds donors of a charity whose name or email address may match: their keys, or `many` of them. The donations decide
 * what matches, because a text isn't removed in the instant in which a level stops asking for the email. Undefined while
 * the texts aren't complete.
 */
export async function findDonorsWithText(
  db: Db,
  { organizationId, pattern }: { readonly organizationId: bigint; readonly pattern: string },
): Promise<readonly Buffer[] | 'many' | undefined> {
  if (!(await areTextsComplete(db))) return undefined
  const { rows } = await sql<{ key: Buffer }>`
    select t.donor_key as key
    from charity_donors.donor_text t
    where ${textMatches(organizationId, pattern)}
    limit ${fewDonors + 1}
  `.execute(db)
  return rows.length > fewDonors ? 'many' : rows.map(({ key }) => key)
}

/**
 * Finds a page of what many donors' words match: among a charity's newest donations, and among all of them only if those
 * have less than a page. `find` gets the time from which on they count.
 */
export async function findAmongNewest<Found>(
  db: Db,
  {
    organizationId,
    before,
    limit,
  }: { readonly organizationId: bigint; readonly before?: Cursor | undefined; readonly limit: number },
  find: (since: Date | undefined) => Promise<Found[]>,
): Promise<Found[]> {
  const { rows } = await sql<{ since: Date | null }>`
    select date_trunc('milliseconds', min(n.given_at)) as since
    from (
      select x.given_at
      from campaigns.campaign c
      cross join lateral (
        select d.given_at
        from giving.donation d
        where d.campaign_id = c.id
          ${before ? sql`and (d.given_at, d.id) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql``}
        order by d.given_at desc, d.id desc
        limit ${newestMax}
      ) x
      where c.organization_id = ${organizationId}
      order by x.given_at desc
      limit ${newestMax}
    ) n
  `.execute(db)
  const found = await find(one(rows).since ?? undefined)
  return found.length < limit ? find(undefined) : found
}

/** Whether the texts of all donations are there, but those of the last second. */
export const areTextsComplete = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('charity_donors.donor_text_fill').select('is_complete').executeTakeFirst())?.is_complete ?? false

/** SQL that adds the texts of a table `added` of ids of donations. */
const addTexts = sql`
  insert into charity_donors.donor_text as t (organization_id, donor_key, is_name, words, has_contact, last_at)
  select c.organization_id, d.donor_key, x.is_name, left(lower(x.words), 500), bool_or(x.is_name and x.has_contact), max(d.given_at)
  from added a
  join giving.donation d on d.id = a.id
  join campaigns.campaign c on c.id = d.campaign_id
  cross join lateral (
    values
      (true, giving.public_name(d), d.share_address or d.level_email is not null or d.subscription_id is not null),
      (false, nullif(d.level_email, ''), false)
  ) as x(is_name, words, has_contact)
  where not d.is_anonymous and x.words is not null
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (organization_id, donor_key, is_name, words) do update
  set has_contact = t.has_contact or excluded.has_contact, last_at = greatest(t.last_at, excluded.last_at)
  where excluded.last_at > t.last_at or (excluded.has_contact and not t.has_contact)
`

/** Locks the texts, so that one transaction at a time adds some; later statements see what the one before wrote. */
const lockTexts = async (tx: Tx): Promise<{ readonly lastId: string | null; readonly isComplete: boolean }> => {
  const { last_id: lastId, is_complete: isComplete } = await tx
    .selectFrom('charity_donors.donor_text_fill')
    .select(['last_id', 'is_complete'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { lastId, isComplete }
}

/**
 * Adds the texts of donations that changed, and adds those of donors who lost a donation anew. Returns the keys of these
 * donors. Safe to repeat.
 */
export async function updateDonorTexts(tx: Tx, donationIds: readonly string[]): Promise<Buffer[]> {
  if (donationIds.length === 0) return []
  await lockTexts(tx)
  const { rows } = await sql<{ key: Buffer; ids: string[] }>`
    with noted as (
      delete from charity_donors.donor_text_check returning organization_id, donor_key
    ), lost as materialized (
      select distinct organization_id, donor_key from noted
    ), removed as (
      delete from charity_donors.donor_text t
      using lost l
      where t.organization_id = l.organization_id and t.donor_key = l.donor_key
    )
    select
      l.donor_key as key,
      array(
        select d.id
        from giving.donation d
        join campaigns.campaign c on c.id = d.campaign_id
        where d.donor_key = l.donor_key and c.organization_id = l.organization_id
      ) as ids
    from lost l
  `.execute(tx)
  await sql`
    with added as (
      select distinct n.id from unnest(${[...donationIds, ...rows.flatMap(({ ids }) => ids)]}::uuid[]) as n(id)
    )
    ${addTexts}
  `.execute(tx)
  return rows.map(({ key }) => key)
}

/** Adds the texts of the next `atOnce` earlier donations. Returns their number; 0 once all are there, and before the begin. */
export async function fillDonorTexts({ db, write }: Pick<Ports, 'db' | 'write'>, atOnce: number): Promise<number> {
  const waiting = await db
    .selectFrom('charity_donors.donor_text_fill')
    .select('is_only')
    .where('is_complete', '=', false)
    .where('begins_at', '<=', sql<Date>`now()`)
    .execute()
  return waiting.length === 0 ? 0 : write((tx) => fillNext(tx, atOnce))
}

async function fillNext(tx: Tx, atOnce: number): Promise<number> {
  const { lastId, isComplete } = await lockTexts(tx)
  if (isComplete) return 0
  const { rows } = await sql<{ read: number; lastId: string | null }>`
    with added as materialized (
      select d.id
      from giving.donation d
      where ${lastId}::uuid is null or d.id > ${lastId}::uuid
      order by d.id
      limit ${atOnce}
    ), written as (
      ${addTexts}
    )
    select count(*)::integer as read, (array_agg(id order by id desc))[1] as "lastId" from added
  `.execute(tx)
  const { read, lastId: next } = one(rows)
  await tx
    .updateTable('charity_donors.donor_text_fill')
    .set({ is_complete: read < atOnce, ...(next === null ? {} : { last_id: next }) })
    .execute()
  return read
}

/** Lets the worker add all texts anew; donations are searched meanwhile. */
export const rebuildTexts = (tx: Tx): Promise<unknown> => sql`select charity_donors.rebuild_texts()`.execute(tx)
