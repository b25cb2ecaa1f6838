import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { Snapshot } from './rules/snapshot.ts'
import './tables.ts'

export type Wanted = { readonly issuerId: bigint; readonly taxYear: number; readonly count: number }

/**
 * Takes serials for a batch: one locked row per issuer and year, met in a fixed order. Answers the last serial before the batch's own.
 * A rolled back batch gives its serials back, so there are no gaps (decisions.md 7).
 */
export async function takeSerials(tx: Tx, wanted: readonly Wanted[]): Promise<Map<string, bigint>> {
  const inOrder = wanted.toSorted((a, b) => (a.issuerId === b.issuerId ? a.taxYear - b.taxYear : a.issuerId < b.issuerId ? -1 : 1))
  const { rows } = await sql<{ issuer_id: bigint; tax_year: number; last_serial: bigint; taken: number }>`
    insert into receipts.counter as c (issuer_id, tax_year, last_serial)
    select issuer_id, tax_year, taken from unnest(${inOrder.map((w) => w.issuerId)}::bigint[], ${inOrder.map((w) => w.taxYear)}::integer[], ${inOrder.map((w) => w.count)}::integer[]) as w(issuer_id, tax_year, taken)
    on conflict (issuer_id, tax_year) do update set last_serial = c.last_serial + excluded.last_serial
    returning issuer_id, tax_year, last_serial`.execute(tx)
  return new Map(rows.map((row) => {
    const count = inOrder.find((w) => w.issuerId === row.issuer_id && w.taxYear === row.tax_year)!.count
    return [`${row.issuer_id}:${row.tax_year}`, row.last_serial - BigInt(count)]
  }))
}

export type ReceiptRow = { readonly id: string; readonly issuerId: bigint; readonly taxYear: number; readonly serial: bigint; readonly intentId: string; readonly templateVersion: string; readonly locale: string; readonly email: string | null; readonly snapshot: Snapshot; readonly donationIds: readonly string[]; readonly issuedAt: Date }

export async function insertReceipts(tx: Tx, rows: readonly ReceiptRow[]): Promise<void> {
  await tx
    .insertInto('receipts.receipt')
    .values(rows.map((row) => ({ id: row.id, issuer_id: row.issuerId, tax_year: row.taxYear, serial: row.serial, number: row.snapshot.number, kind: row.snapshot.kind, intent_id: row.intentId, template_version: row.templateVersion, locale: row.locale, email: row.email, snapshot: JSON.stringify(row.snapshot), issued_at: row.issuedAt })))
    .execute()
  await tx.insertInto('receipts.line').values(rows.flatMap((row) => row.donationIds.map((donation_id) => ({ receipt_id: row.id, donation_id })))).execute()
}

/** Which of these gifts have their receipt already. */
export async function receiptedDonations(db: Db, donationIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('receipts.line').select('donation_id').where('donation_id', 'in', [...donationIds]).execute()
  return new Set(rows.map((row) => row.donation_id))
}
