import { createHash } from 'node:crypto'
import { record } from '#modules/platform/audit/index.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Db } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { subjectOf } from './confirm-payout.ts'
import type { PayoutPorts } from './ports.ts'
import { findBatchByNumber } from './queries/batches.ts'
import { findPayoutByNumber, type Payout } from './queries/payouts.ts'
import {
  type BankMapping,
  type BankRow,
  checkMapping,
  matchRow,
  readBankStatement,
  type Referenced,
  type RowMatch,
} from './rules/bank-statement.ts'
import { referencesIn } from './rules/reference.ts'
import { saveProposal } from './second-person.ts'

/** `amount`: minor units, negative: paid by the operator. */
type FoundRow = Pick<RowMatch, 'reference' | 'meaning'> & { readonly bookedOn: LocalDate; readonly amount: bigint }

/** The result of reading a statement. */
export type StatementImport = {
  readonly rows: number
  /** The new rows that name one of our references. */
  readonly found: FoundRow[]
  /** New rows that name one of our references, and those whose amount differs. */
  readonly matched: number
  readonly differing: number
  /** Rows of an earlier statement. */
  readonly known: number
}

/**
 * Reads a bank's statement (payouts-13): each row that names a payout or batch with its exact amount proposes that it
 * was paid or returned, which a person confirms. Books nothing; reading it again changes nothing. A preview saves nothing
 * at all. `byId` null: on the command line. Throws the fault of the mapping or of the file.
 */
export async function importStatement(
  ports: PayoutPorts,
  input: {
    readonly byId: string | null
    readonly ip?: string
    readonly bank: string
    readonly currency: Currency
    /** Null: as saved for this bank. */
    readonly mapping: BankMapping | null
    readonly text: string
    readonly preview?: boolean
  },
): Promise<StatementImport> {
  const { bank, currency } = input
  const mapping = input.mapping ?? (await findMapping(ports.db, bank))
  if (!mapping) throw fieldFault('bank', 'payout-bank-unknown')
  const faults = checkMapping(mapping)
  if (Object.keys(faults).length > 0) throw new Problem('validation', 'invalid-input', { fields: prefixed(faults) })
  const read = readBankStatement(input.text, mapping, currency)
  if ('fault' in read) throw new Problem('validation', 'invalid-input', { fields: { text: read.fault } })
  if (input.preview) {
    const matches = await matchRows(ports.db, { bank, currency }, read.rows)
    const known = await listKnownDigests(ports.db, matches)
    const added = matches.filter(({ digest }) => !known.has(digest.toString('hex')))
    return resultOf(read.rows, matches, added)
  }
  return ports.write(async (tx) => {
    const instant = ports.clock()
    const saved = { mapping: JSON.stringify(mapping), saved_at: instant, saved_by: input.byId }
    await tx
      .insertInto('payouts.bank_mapping')
      .values({ bank, ...saved })
      .onConflict((conflict) => conflict.column('bank').doUpdateSet(saved))
      .execute()
    const matches = await matchRows(tx, { bank, currency }, read.rows)
    const added: Matched[] = []
    for (const matched of matches) {
      const { row, digest, match, payout } = matched
      const { referenced: found, meaning } = match
      const isNew = await tx
        .insertInto('payouts.statement_row')
        .values({
          id: ports.newId(),
          bank,
          digest,
          booked_on: row.bookedOn,
          amount: row.amount,
          currency,
          reference: match.reference,
          meaning,
          payout_id: found.kind === 'payout' ? found.payoutId : null,
          batch_id: found.kind === 'batch' ? found.batchId : null,
          imported_at: instant,
          imported_by: input.byId,
        })
        .onConflict((conflict) => conflict.column('digest').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!isNew) continue
      added.push(matched)
      const details = proposalOf(meaning, row, payout)
      if (details) await saveProposal(tx, { subject: subjectOf(found), details, byId: input.byId, at: instant })
    }
    const { found: _, ...counts } = resultOf(read.rows, matches, added)
    await record(tx, {
      actor: input.byId === null ? { kind: 'system' } : { kind: 'account', id: input.byId },
      act: 'payouts.statement-imported',
      object: `bank:${bank}`,
      at: instant,
      ...(input.ip === undefined ? {} : { ip: input.ip }),
      details: { ...counts, currency },
    })
    return resultOf(read.rows, matches, added)
  })
}

/** A row that names one of our references. */
type Matched = {
  readonly row: BankRow
  readonly digest: Buffer
  readonly match: RowMatch
  readonly payout: Payout | undefined
}

function resultOf(rows: readonly BankRow[], matches: readonly Matched[], added: readonly Matched[]): StatementImport {
  const differing = added.filter(({ match }) => match.meaning === 'differs').length
  return {
    rows: rows.length,
    matched: added.length - differing,
    differing,
    known: matches.length - added.length,
    found: added.map(({ row, match }) => ({
      bookedOn: row.bookedOn,
      amount: row.amount,
      reference: match.reference,
      meaning: match.meaning,
    })),
  }
}

/** Returns the rows that name one of our references, with what they mean. */
async function matchRows(
  db: Db,
  { bank, currency }: { readonly bank: string; readonly currency: Currency },
  rows: readonly BankRow[],
): Promise<Matched[]> {
  const referenced = await findReferenced(db, rows)
  return withDigests(bank, currency, rows).flatMap(({ row, digest }) => {
    const match = matchRow(row, currency, (reference) => referenced.get(reference)?.referenced)
    return match ? [{ row, digest, match, payout: referenced.get(match.reference)?.payout }] : []
  })
}

/** Returns the digests, in hexadecimal digits, of rows that an earlier statement has. */
async function listKnownDigests(db: Db, matches: readonly Matched[]): Promise<ReadonlySet<string>> {
  if (matches.length === 0) return new Set()
  const digests = matches.map(({ digest }) => digest)
  const rows = await db.selectFrom('payouts.statement_row').select('digest').where('digest', 'in', digests).execute()
  return new Set(rows.map(({ digest }) => digest.toString('hex')))
}

/** Returns what a row proposes; undefined if it is known already or needs review. */
function proposalOf(
  meaning: 'paid' | 'returned' | 'differs',
  row: BankRow,
  payout: Payout | undefined,
): Readonly<Record<string, string>> | undefined {
  if (meaning === 'paid' && payout?.state !== 'paid' && payout?.state !== 'failed')
    return { outcome: 'paid', paidOn: row.bookedOn }
  if (meaning === 'returned' && (payout?.state === 'sent' || payout?.state === 'paid'))
    return { outcome: 'failed', reason: `Returned by the bank on ${row.bookedOn}` }
  return undefined
}

/** Identifies each row, with its number among equal rows of the file, so that overlapping statements add it once. */
function withDigests(bank: string, currency: Currency, rows: readonly BankRow[]) {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const key = JSON.stringify([bank, currency, row.bookedOn, String(row.amount), row.text])
    const nth = (seen.get(key) ?? 0) + 1
    seen.set(key, nth)
    return { row, digest: createHash('sha256').update(`${key}${nth}`).digest() }
  })
}

type Found = { readonly referenced: Referenced; readonly payout?: Payout }

/** Finds the payouts and batches that rows name. */
async function findReferenced(db: Db, rows: readonly BankRow[]): Promise<Map<string, Found>> {
  const found = new Map<string, Found>()
  for (const reference of new Set(rows.flatMap(({ text }) => referencesIn(text)))) {
    const number = BigInt(reference.replace(/\D/g, ''))
    const one = reference.startsWith('SBB') ? await batchOf(db, number) : await payoutOf(db, number)
    if (one) found.set(reference, one)
  }
  return found
}

async function batchOf(db: Db, number: bigint): Promise<Found | undefined> {
  const batch = await findBatchByNumber(db, number)
  return batch && { referenced: { kind: 'batch', batchId: batch.id, amount: batch.total, currency: batch.currency } }
}

async function payoutOf(db: Db, number: bigint): Promise<Found | undefined> {
  const payout = await findPayoutByNumber(db, number)
  // A payout that was never sent can't be in a statement.
  if (!payout?.batchId) return undefined
  const { id, total, currency } = payout
  return { referenced: { kind: 'payout', payoutId: id, amount: total, currency }, payout }
}

async function findMapping(db: Db, bank: string): Promise<BankMapping | undefined> {
  const row = await db.selectFrom('payouts.bank_mapping').select('mapping').where('bank', '=', bank).executeTakeFirst()
  return row?.mapping as BankMapping | undefined
}

const fieldFault = (field: string, code: string) =>
  new Problem('validation', 'invalid-input', { fields: { [field]: { code } } })

const prefixed = <Value>(faults: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(faults).map(([field, fault]) => [`mapping.${field}`, fault]))
