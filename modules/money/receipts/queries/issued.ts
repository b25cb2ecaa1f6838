import { required } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { ReceiptSnapshot } from '../rules/snapshot.ts'
import '../tables.ts'

/** The number of serials that a batch needs for one issuer and year. */
export type SerialRequest = { readonly issuerId: bigint; readonly year: number; readonly count: number }

export const serialKey = (input: { readonly issuerId: bigint; readonly year: number }): string =>
  `${input.issuerId}:${input.year}`

/**
 * Takes the serials of a batch in one statement. The counters' rows stay locked until the batch commits, and all
 * batches lock them in the same order, so there are no deadlocks. Returns the serial before the batch's first one, by
 * `serialKey`. A rolled-back batch returns its serials, so there are no gaps (receipts-2).
 */
export async function allocateSerials(tx: Tx, requests: readonly SerialRequest[]): Promise<Map<string, bigint>> {
  const counts = new Map(requests.map((request) => [serialKey(request), BigInt(request.count)]))
  const { rows } = await sql<{ issuerId: bigint; year: number; last: bigint }>`
    insert into receipts.counter as c (issuer_id, tax_year, last_serial)
    select issuer_id, year, count
    from unnest(
      ${requests.map((request) => request.issuerId)}::bigint[],
      ${requests.map((request) => request.year)}::integer[],
      ${requests.map((request) => request.count)}::bigint[]
    ) as w(issuer_id, year, count)
    order by issuer_id, year
    on conflict (issuer_id, tax_year) do update
    set last_serial = c.last_serial + excluded.last_serial
    returning issuer_id as "issuerId", tax_year as year, last_serial as last
  `.execute(tx)
  return new Map(rows.map((row) => [serialKey(row), row.last - required(counts.get(serialKey(row)))]))
}

export type ReceiptRow = {
  readonly id: string
  readonly issuerId: bigint
  readonly year: number
  readonly serial: bigint
  readonly intentId: string
  readonly revision: number
  readonly templateVersion: string
  readonly locale: string
  readonly email: string | null
  readonly snapshot: ReceiptSnapshot
  readonly donationIds: readonly string[]
  readonly issuedAt: Date
}

/**
 * Inserts receipts with their lines, in bulk. The database refuses a repeated serial or number and a donation that has
 * a receipt of the same revision.
 */
export async function insertReceipts(tx: Tx, rows: readonly ReceiptRow[]): Promise<void> {
  const receipts = rows.map(({ issuerId, serial, donationIds: _, ...row }) => ({
    ...row,
    issuerId: String(issuerId),
    serial: String(serial),
    number: row.snapshot.number,
    kind: row.snapshot.kind,
  }))
  await sql`
    insert into receipts.receipt (
      id,
      issuer_id,
      tax_year,
      serial,
      number,
      kind,
      intent_id,
      revision,
      template_version,
      locale,
      email,
      snapshot,
      issued_at
    )
    select
      id,
      "issuerId",
      year,
      serial,
      number,
      kind,
      "intentId",
      revision,
      "templateVersion",
      locale,
      email,
      snapshot,
      "issuedAt"
    from json_to_recordset(${JSON.stringify(receipts)}::json) as r(
      id uuid,
      "issuerId" bigint,
      year integer,
      serial bigint,
      number text,
      kind text,
      "intentId" uuid,
      revision smallint,
      "templateVersion" text,
      locale text,
      email text,
      snapshot jsonb,
      "issuedAt" timestamptz
    )
  `.execute(tx)
  const lines = rows.flatMap((row) =>
    row.donationIds.map((donationId) => ({ receiptId: row.id, donationId, revision: row.revision })),
  )
  await sql`
    insert into receipts.line (receipt_id, donation_id, revision)
    select *
    from unnest(
      ${lines.map((line) => line.receiptId)}::uuid[],
      ${lines.map((line) => line.donationId)}::uuid[],
      ${lines.map((line) => line.revision)}::smallint[]
    )
  `.execute(tx)
}

/** Returns which of these donations have or had a receipt. */
export async function receiptedDonations(db: Db, donationIds: readonly string[]): Promise<Set<string>> {
  if (donationIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('receipts.line')
    .select('donation_id')
    .where(sql<boolean>`donation_id = any(${donationIds}::uuid[])`)
    .execute()
  return new Set(rows.map((row) => row.donation_id))
}

/** Returns the live receipts of these donations, by donation id, for links in a list. */
export async function liveReceiptsOf(
  db: Db,
  donationIds: readonly string[],
): Promise<Map<string, { readonly id: string; readonly number: string }>> {
  if (donationIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('receipts.line as l')
    .innerJoin('receipts.receipt as r', 'r.id', 'l.receipt_id')
    .leftJoin('receipts.void as v', 'v.receipt_id', 'r.id')
    .select(['l.donation_id as donationId', 'r.id', 'r.number'])
    .where('l.donation_id', 'in', [...donationIds])
    .where('v.receipt_id', 'is', null)
    .execute()
  return new Map(rows.map(({ donationId, id, number }) => [donationId, { id, number }]))
}

export type IssuedReceipt = {
  readonly id: string
  readonly issuerId: bigint
  readonly intentId: string
  readonly revision: number
  readonly year: number
  readonly number: string
  readonly locale: string
  readonly email: string | null
  readonly snapshot: ReceiptSnapshot
  readonly issuedAt: Date
  readonly voidedAt: Date | null
}

const issued = (db: Db) =>
  db
    .selectFrom('receipts.receipt as r')
    .leftJoin('receipts.void as v', 'v.receipt_id', 'r.id')
    .select([
      'r.id',
      'r.issuer_id as issuerId',
      'r.intent_id as intentId',
      'r.revision',
      'r.tax_year as year',
      'r.number',
      'r.locale',
      'r.email',
      'r.snapshot',
      'r.issued_at as issuedAt',
      'v.voided_at as voidedAt',
    ])

export const findReceipt = async (db: Db, id: string): Promise<IssuedReceipt | undefined> =>
  (await issued(db).where('r.id', '=', id).executeTakeFirst()) as IssuedReceipt | undefined

/** Returns the live receipts of one payment, one per charity, by time of issue and number. */
export const liveReceiptsOfIntent = async (db: Db, intentId: string): Promise<IssuedReceipt[]> =>
  (await issued(db)
    .where('r.intent_id', '=', intentId)
    .where('v.receipt_id', 'is', null)
    .orderBy('r.issued_at')
    .orderBy('r.number')
    .execute()) as IssuedReceipt[]

/** Returns the live receipts of payments, one per charity, by number. */
export const liveReceiptsOfIntents = async (db: Db, intentIds: readonly string[]): Promise<IssuedReceipt[]> =>
  (await issued(db)
    .where(sql<boolean>`r.intent_id = any(${intentIds}::uuid[])`)
    .where('v.receipt_id', 'is', null)
    .orderBy('r.number')
    .execute()) as IssuedReceipt[]

/**
 * Returns, for each payment to a charity whose receipts ever had one of these donations, the newest receipt, live or
 * void. Restatements start from it.
 */
export const newestReceiptsOf = async (db: Db, donationIds: readonly string[]): Promise<IssuedReceipt[]> =>
  (await issued(db)
    .where(
      sql<boolean>`
        (r.intent_id, r.issuer_id) in (
          select s.intent_id, s.issuer_id
          from receipts.line l
          join receipts.receipt s on s.id = l.receipt_id
          where l.donation_id = any(${donationIds}::uuid[])
        )
      `,
    )
    .distinctOn(['r.intent_id', 'r.issuer_id'])
    .orderBy('r.intent_id')
    .orderBy('r.issuer_id')
    .orderBy('r.revision', 'desc')
    .execute()) as IssuedReceipt[]

/** Voids a receipt, whose row never changes. Returns false if another process voided it first. */
export const insertVoid = async (tx: Tx, receiptId: string, reason: string, instant: Date): Promise<boolean> =>
  (await tx
    .insertInto('receipts.void')
    .values({ receipt_id: receiptId, reason, voided_at: instant })
    .onConflict((conflict) => conflict.column('receipt_id').doNothing())
    .returning('receipt_id')
    .executeTakeFirst()) !== undefined

export const donationsOfReceipt = async (db: Db, receiptId: string): Promise<string[]> =>
  (await db.selectFrom('receipts.line').select('donation_id').where('receipt_id', '=', receiptId).execute()).map(
    (row) => row.donation_id,
  )
