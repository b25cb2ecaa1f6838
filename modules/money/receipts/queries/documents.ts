import { createHash } from 'node:crypto'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

export type ReceiptFormat = 'html' | 'pdf'
export type StatementFormat = 'csv' | 'pdf'
export type StoredDocument = { readonly bytes: Buffer; readonly sha256: Buffer }

export const sha256Of = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

export const findReceiptDocument = (
  db: Db,
  receiptId: string,
  format: ReceiptFormat,
  isVoid: boolean,
): Promise<StoredDocument | undefined> =>
  db
    .selectFrom('receipts.document')
    .select(['bytes', 'sha256'])
    .where('receipt_id', '=', receiptId)
    .where('format', '=', format)
    .where('is_void', '=', isVoid)
    .executeTakeFirst()

export const hasDocuments = async (db: Db, receiptId: string, isVoid: boolean): Promise<boolean> =>
  (
    await db
      .selectFrom('receipts.document')
      .select('format')
      .where('receipt_id', '=', receiptId)
      .where('is_void', '=', isVoid)
      .execute()
  ).length === 2

/** Stores documents; if one is stored already, it stays. */
export const insertDocuments = (
  tx: Tx,
  rows: readonly {
    receiptId: string
    format: ReceiptFormat
    isVoid: boolean
    bytes: Buffer
    templateVersion: string
    at: Date
  }[],
) =>
  tx
    .insertInto('receipts.document')
    .values(
      rows.map((row) => ({
        receipt_id: row.receiptId,
        format: row.format,
        is_void: row.isVoid,
        bytes: row.bytes,
        sha256: sha256Of(row.bytes),
        template_version: row.templateVersion,
        generated_at: row.at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
