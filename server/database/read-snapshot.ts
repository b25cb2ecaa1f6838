import { CompiledQuery } from 'kysely'
import type { Db, ExportReader } from '#shared/ports.ts'

/**
 * Runs work that only reads in one transaction, so that all its queries see the same state. It uses one connection, so
 * it reads from one server even if the address leads to several standbys, which replay at different speeds.
 */
export const readSnapshot = <T>(db: Db, work: (reader: ExportReader) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) =>
      work({
        db: tx,
        statement: async <Row>(_name: string, text: string, values: readonly unknown[]) =>
          (await tx.executeQuery(CompiledQuery.raw(text, [...values]))).rows as Row[],
      }),
    )
