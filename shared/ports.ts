import type { Kysely, Transaction } from 'kysely'

/**
 * Every table, by its qualified name. Each module adds its own rows in its `tables.ts` (declaration merging), and only
 * its queries name them.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Tables {}

/** May read. */
export type Db = Kysely<Tables>
/** May write: exists only inside `write`, so SQL that changes something cannot run outside a transaction. */
export type Tx = Transaction<Tables>

export type Log = {
  debug(fields: object, text: string): void
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

/**
 * `timeoutMs`: after this many milliseconds the caller abandons the statement, and its connection is closed; the
 * default is the connection's own limit.
 */
export type StatementOptions = { readonly timeoutMs?: number | undefined }

/** What every use case may ask of the world. Time, randomness, ids and the network come in here and nowhere else. */
export type Ports = {
  readonly db: Db
  /** One transaction; retried on serialisation failure and deadlock. Nothing over the network may be awaited inside. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * One prepared statement for a hot path: parsed once per connection, a transaction of its own. `bigint` columns come
   * as bigint.
   */
  statement<Row>(name: string, text: string, values: readonly unknown[], options?: StatementOptions): Promise<Row[]>
  /**
   * Concurrent calls of one `kind` become one call of `work`, which returns results in the order of its items: one
   * statement and one commit for many. Items must be independent; an error of one affects that one only. If no caller
   * waits for the result, batches may start `apartMs` after each other, so that they are larger; the first after a
   * pause starts at once.
   */
  batch<Item, Result>(
    kind: string,
    item: Item,
    work: (items: readonly Item[]) => Promise<readonly Result[]>,
    options?: { readonly apartMs?: number },
  ): Promise<Result>
  readonly clock: () => Date
  /** UUID version 7: sortable by time, 74 random bits. */
  readonly newId: () => string
  /** Cryptographically random, base64url. */
  readonly newToken: (bytes: number) => string
  readonly log: Log
  /** Queues a job in the caller's transaction: it exists if and only if the rows do. Same `key`: one job. */
  enqueue(
    tx: Tx,
    task: string,
    payload: object,
    options?: { key?: string; runAt?: Date; maxAttempts?: number },
  ): Promise<void>
  /** Named places where fault tests kill the process; nothing in production. */
  failpoint(name: string): Promise<void>
}
