import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Tx } from '#shared/ports.ts'
import type { FileEntry, FileRow } from '../rules/daily-file.ts'
import '../tables.ts'

/**
 * Assigns all committed transactions without a file to a day, and returns their entries summed by campaign, account,
 * meaning and currency. One statement sees one set of transactions: those still open at that moment stay for the next day.
 */
export const takeUnpublished = async (
  tx: Tx,
  day: LocalDate,
  occurredBefore: Date | undefined,
): Promise<FileEntry[]> => {
  const isEarlier = occurredBefore
    ? sql`where tx_id in (select id from ledger.tx where occurred_at < ${occurredBefore})`
    : sql``
  const { rows } = await sql<FileEntry>`
    with
      taken as (
        delete from public_ledger.unpublished ${isEarlier}
        returning tx_id
      ),
      recorded as (
        insert into public_ledger.published_tx (tx_id, day)
        select tx_id, ${day}::date
        from taken
      )
    select e.subject_id as "campaignId", e.currency, e.account, e.meaning, sum(e.amount)::bigint as amount
    from taken
    join ledger.entry e using (tx_id)
    group by 1, 2, 3, 4
  `.execute(tx)
  return rows
}

/** Inserts a day with its file, and adds its rows to the sums. */
export async function insertDay(
  tx: Tx,
  input: {
    readonly day: LocalDate
    readonly text: string
    readonly headBefore: string | null
    readonly rows: readonly FileRow[]
    readonly instant: Date
  },
): Promise<void> {
  await tx
    .insertInto('public_ledger.day')
    .values({
      day: input.day,
      file: Buffer.from(input.text, 'utf8'),
      head_before: input.headBefore === null ? null : Buffer.from(input.headBefore, 'hex'),
      row_count: input.rows.length,
      published_at: input.instant,
    })
    .execute()
  const rows = input.rows.filter((row) => row.campaignId !== null)
  const added = sql`
    select *
    from unnest(
      ${rows.map(({ campaignId }) => campaignId)}::bigint[],
      ${rows.map(({ currency }) => currency)}::text[],
      ${rows.map(({ account }) => account)}::text[],
      ${rows.map(({ meaning }) => meaning)}::text[],
      ${rows.map(({ sum }) => sum)}::bigint[]
    ) as r(campaign_id, currency, account, meaning, amount)
  `
  await sql`
    insert into public_ledger.day_sum (day, currency, account, meaning, amount)
    select ${input.day}::date, currency, account, meaning, sum(amount)
    from (${added}) added
    group by 2, 3, 4
  `.execute(tx)
  await sql`
    insert into public_ledger.campaign_total as t (campaign_id, currency, account, meaning, amount)
    ${added}
    on conflict (campaign_id, currency, account, meaning) do update set amount = t.amount + excluded.amount
  `.execute(tx)
}
