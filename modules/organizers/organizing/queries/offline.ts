import type { Currency } from '#shared/money.ts'
import { one } from '#shared/collections.ts'
import { sql, type Selection } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import type { OfflineDonation } from '../rules/offline.ts'
import '../tables.ts'

export type OfflineRow = Readonly<Selection<Tables, 'organizing.offline_donation', (typeof columns)[number]>>

const columns = [
  'id',
  'campaign_id as campaignId',
  'currency',
  'amount',
  sql<LocalDate>`received_on::text`.as('receivedOn'),
  'donor_name as donorName',
  'method',
  'evidence',
  'state',
  'entered_by as enteredBy',
  'entered_at as enteredAt',
  'counted_at as countedAt',
  'withdrawn_at as withdrawnAt',
  'reason',
  'ledger_tx_id as ledgerTxId',
  'request_hash as requestHash',
  'import_id as importId',
] as const

/** Returns offline donations, newest day first. */
export const listOffline = (
  db: Db,
  input: { campaignId: bigint; limit: number; offset: number },
): Promise<OfflineRow[]> =>
  db
    .selectFrom('organizing.offline_donation')
    .select(columns)
    .where('campaign_id', '=', input.campaignId)
    .orderBy('received_on', 'desc')
    .orderBy('id', 'desc')
    .limit(input.limit)
    .offset(input.offset)
    .execute()

export type OfflineSums = {
  readonly counted: bigint
  readonly countedCount: number
  readonly waiting: bigint
  readonly waitingCount: number
}

export const offlineSums = async (db: Db, campaignId: bigint): Promise<OfflineSums> =>
  one(
    (
      await sql<OfflineSums>`
        select
          coalesce(sum(amount) filter (where state = 'counted'), 0)::bigint as counted,
          (count(*) filter (where state = 'counted'))::integer as "countedCount",
          coalesce(sum(amount) filter (where state = 'waiting'), 0)::bigint as waiting,
          (count(*) filter (where state = 'waiting'))::integer as "waitingCount"
        from organizing.offline_donation
        where campaign_id = ${campaignId}
      `.execute(db)
    ).rows,
  )

/** Sums what a person has recorded since then without a second person, also by their API keys. */
export const sumUnreviewedSince = async (
  db: Db,
  input: { campaignId: bigint; accountIds: readonly string[]; since: Date },
): Promise<bigint> =>
  one(
    (
      await sql<{ sum: bigint }>`
        select coalesce(sum(amount), 0)::bigint as sum
        from organizing.offline_donation
        where campaign_id = ${input.campaignId}
          and entered_by = any(${input.accountIds}::uuid[])
          and entered_at >= ${input.since}
          and counted_at = entered_at
          and state = 'counted'
      `.execute(db)
    ).rows,
  ).sum

/** Serializes the recording for one fundraiser, so that two concurrent requests can't both stay below the limit. */
export const lockEntries = (tx: Tx, campaignId: bigint) =>
  sql`select pg_advisory_xact_lock(20261121, ${Number(campaignId % 2147483647n)})`.execute(tx)

export const findByRequest = (
  db: Db,
  campaignId: bigint,
  keys: readonly string[],
): Promise<(OfflineRow & { requestKey: string })[]> =>
  db
    .selectFrom('organizing.offline_donation')
    .select([...columns, 'request_key as requestKey'])
    .where('campaign_id', '=', campaignId)
    .where(sql<boolean>`request_key = any(${keys}::text[])`)
    .execute()

export type NewOffline = OfflineDonation & {
  readonly id: string
  readonly campaignId: bigint
  readonly currency: Currency
  readonly state: 'waiting' | 'counted'
  readonly enteredBy: string
  readonly at: Date
  readonly ledgerTxId: string | null
  readonly requestKey: string
  readonly requestHash: string
  readonly importId: string | null
}

export async function insertOffline(tx: Tx, rows: readonly NewOffline[]): Promise<void> {
  await tx
    .insertInto('organizing.offline_donation')
    .values(
      rows.map((row) => ({
        id: row.id,
        campaign_id: row.campaignId,
        currency: row.currency,
        amount: row.amount,
        received_on: row.receivedOn,
        donor_name: row.donorName,
        method: row.method,
        evidence: row.note,
        state: row.state,
        entered_by: row.enteredBy,
        entered_at: row.at,
        counted_by: row.state === 'counted' ? row.enteredBy : null,
        counted_at: row.state === 'counted' ? row.at : null,
        ledger_tx_id: row.ledgerTxId,
        request_key: row.requestKey,
        request_hash: row.requestHash,
        import_id: row.importId,
      })),
    )
    .execute()
}

/** Locks and returns a donation for a decision. */
export const lockOffline = (tx: Tx, campaignId: bigint, id: string): Promise<OfflineRow | undefined> =>
  tx
    .selectFrom('organizing.offline_donation')
    .select(columns)
    .where('id', '=', id)
    .where('campaign_id', '=', campaignId)
    .forUpdate()
    .executeTakeFirst()

/** Locks and returns the waiting donations of an import that someone other than `notBy` recorded. */
export const lockUnconfirmedImport = (
  tx: Tx,
  input: { campaignId: bigint; importId: string; notBy: string },
): Promise<OfflineRow[]> =>
  tx
    .selectFrom('organizing.offline_donation')
    .select(columns)
    .where('campaign_id', '=', input.campaignId)
    .where('import_id', '=', input.importId)
    .where('state', '=', 'waiting')
    .where(sql<boolean>`entered_by is distinct from ${input.notBy}::uuid`)
    .orderBy('id')
    .forUpdate()
    .execute()

export const markCounted = (tx: Tx, input: { id: string; by: string; at: Date; ledgerTxId: string }) =>
  tx
    .updateTable('organizing.offline_donation')
    .set({ state: 'counted', counted_by: input.by, counted_at: input.at, ledger_tx_id: input.ledgerTxId })
    .where('id', '=', input.id)
    .execute()

export const markWithdrawn = (tx: Tx, input: { id: string; by: string; at: Date; reason: string }) =>
  tx
    .updateTable('organizing.offline_donation')
    .set({ state: 'withdrawn', withdrawn_by: input.by, withdrawn_at: input.at, reason: input.reason })
    .where('id', '=', input.id)
    .execute()

/** Returns fingerprints of earlier donations, to compare with the rows of a file. */
export const knownFingerprints = async (db: Db, campaignId: bigint): Promise<Set<string>> => {
  const { rows } = await sql<{ fingerprint: string }>`
    select distinct concat_ws('|', amount, received_on::text, method, coalesce(donor_name, '')) as fingerprint
    from organizing.offline_donation where campaign_id = ${campaignId} and state <> 'withdrawn'`.execute(db)
  return new Set(rows.map(({ fingerprint }) => fingerprint))
}
export const fingerprintOf = (
  offlineDonation: Pick<OfflineDonation, 'amount' | 'receivedOn' | 'method' | 'donorName'>,
): string =>
  [offlineDonation.amount, offlineDonation.receivedOn, offlineDonation.method, offlineDonation.donorName ?? ''].join(
    '|',
  )
