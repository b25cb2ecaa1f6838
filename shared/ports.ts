import type { Kysely, Transaction } from 'kysely'

/**
 * All tables by qualified name. Each module adds its own tables in its `tables.ts` (declaration merging), and only its
 * queries use them.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Tables {}

/** Database access for reading. */
export type Db = Kysely<Tables>
/** Database access for writing. Exists only inside `write`, so that writes can't run outside a transaction. */
export type Tx = Transaction<Tables>

export type Log = {
  debug(fields: object, text: string): void
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

/**
 * `timeoutMs`: time in milliseconds after which the client abandons the statement and closes its connection; the
 * default is the connection's limit.
 */
export type StatementOptions = { readonly timeoutMs?: number | undefined }

/** What work that only reads needs of the database. */
type ReadPorts = Pick<Ports, 'db' | 'statement' | 'batch'>

export type StandbyPorts = {
  /**
   * Runs work that only reads on a standby of the database if one is configured and current; otherwise, or if the
   * standby fails, on the primary. So the work may run twice, and its data may be some seconds old (contract-18).
   */
  readFromStandby<T>(work: (ports: ReadPorts) => Promise<T>): Promise<T>
  /**
   * Reads the rows of an export that a request downloads: as `readFromStandby` does if the request may use a standby
   * for exports, there from one snapshot; otherwise on the primary. The access check and the audit entry don't belong
   * in `work`.
   */
  readForExport<T>(
    context: { readonly mayExportFromStandby?: boolean },
    work: (reader: ExportReader) => Promise<T>,
  ): Promise<T>
}

/** What reads the rows of an export. */
export type ExportReader = Pick<Ports, 'db' | 'statement'>

/** The dependencies of use cases: time, randomness, ids and the network are available only through these ports. */
export type Ports = {
  readonly db: Db
  /**
   * Runs a transaction, with retries after serialization failures and deadlocks. Network calls inside aren't allowed.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs a prepared statement of a hot path as its own transaction; it is parsed once per connection. Returns `bigint`
   * columns as bigint.
   */
  statement<Row>(name: string, text: string, values: readonly unknown[], options?: StatementOptions): Promise<Row[]>
  /**
   * Combines concurrent calls of one `kind` into one call of `work`, with one statement and one commit. `work` returns
   * results in the order of its items. Items must be independent; an error affects only its own item. If no caller
   * waits for the result, batches may start `apartMs` apart to become larger; the first after a pause starts at once.
   */
  batch<Item, Result>(
    kind: string,
    item: Item,
    work: (items: readonly Item[]) => Promise<readonly Result[]>,
    options?: { readonly apartMs?: number },
  ): Promise<Result>
  readonly clock: () => Date
  /** Returns a UUID version 7: sortable by time, with 74 random bits. */
  readonly newId: () => string
  /** Returns a cryptographically random token in base64url. */
  readonly newToken: (bytes: number) => string
  readonly log: Log
  /**
   * Queues a job in the caller's transaction, so it exists only if the transaction commits. Equal `key`s make one job.
   */
  enqueue(
    tx: Tx,
    task: string,
    payload: object,
    options?: { key?: string; runAt?: Date; maxAttempts?: number },
  ): Promise<void>
  /** Named points at which fault tests kill the process; does nothing in production. */
  failpoint(name: string): Promise<void>
}
