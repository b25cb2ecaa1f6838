import { one } from '#shared/collections.ts'
import { dayMs, hourMs } from '#shared/time.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Answer, RequestContext } from '#shared/endpoint.ts'
import { localDateIn } from '#shared/calendar.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { Locale } from '#shared/text.ts'
import type { Ports } from '#shared/ports.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { retryHours } from './make-statement.ts'
import { type FileState, toFileResponse, toWaitResponse } from './documents/file-response.ts'
import { documentVersion } from './documents/version.ts'
import type { StatementFormat } from './queries/documents.ts'
import { ownedReceiptDays, ownedSnapshots } from './queries/owned.ts'
import {
  findStatement,
  findStatementDocument,
  insertStatement,
  renewStatement,
  countStatementsSince,
  statementsOf,
} from './queries/statements.ts'
import { type Regime, taxYearDays, taxYearLabel, taxYearOf } from './rules/serial.ts'
import { statementOf } from './rules/statement.ts'

const statementsPerDay = 20

type Account = Extract<Viewer, { kind: 'account' }>
type Year = { readonly regime: Regime; readonly year: number; readonly numbers: readonly string[] }

const regimes: readonly Regime[] = ['uk', 'us', 'ca', 'plain']

/** The time zone in which a day ends last. A year that has ended there has ended for every charity. */
const lastZone = 'Etc/GMT+12'
const isOver = (ports: Ports, regime: Regime, year: number): boolean =>
  localDateIn(lastZone, ports.clock()) > taxYearDays(regime, year).to

/** Returns the tax years in which an account has receipts, newest first, with the receipts' numbers. */
async function yearsOf(ports: Ports, accountId: string): Promise<Year[]> {
  const days = await ownedReceiptDays(ports, accountId)
  const groups = Map.groupBy(days, (day) => `${day.regime}:${taxYearOf(day.regime, day.givenOn)}`)
  return [...groups]
    .map(([key, receiptDays]) => ({
      regime: one(receiptDays).regime,
      year: Number(key.split(':')[1]),
      numbers: receiptDays.map((day) => day.number).sort(),
    }))
    .sort((a, b) => b.year - a.year || regimes.indexOf(a.regime) - regimes.indexOf(b.regime))
}

/**
 * Returns the hash that identifies a statement. Receipts never change, so their numbers identify its content; another
 * receipt, the end of the year, another language or name of the donor makes another statement.
 */
const fingerprintOf = (ports: Ports, viewer: Account, locale: Locale, { regime, year, numbers }: Year): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([documentVersion, locale, isOver(ports, regime, year), nameOf(viewer), numbers]))
    .digest()

const nameOf = ({ firstName, lastName }: Account): string => `${firstName} ${lastName}`.trim()

/** `failed` means that it must be requested again. */
export type StatementState = 'none' | 'generating' | 'ready' | 'failed'

/** Returns every tax year of an account, and the state of its statement in the reader's language. */
export async function listStatements(ports: Ports, viewer: Account, locale: Locale) {
  const givenUp = ports.clock().getTime() - retryHours * hourMs
  const stateOf = (found: (typeof request)[number] | undefined): StatementState => {
    if (!found) return 'none'
    if (found.isGenerated) return 'ready'
    return found.requestedAt.getTime() > givenUp ? 'generating' : 'failed'
  }
  const [years, request] = await Promise.all([
    yearsOf(ports, viewer.accountId),
    statementsOf(ports.db, viewer.accountId, locale),
  ])
  return {
    statements: years.map((year) => {
      const fingerprint = fingerprintOf(ports, viewer, locale, year)
      const found = request.find(
        (row) => row.regime === year.regime && row.year === year.year && row.fingerprint.equals(fingerprint),
      )
      const { from, to } = taxYearDays(year.regime, year.year)
      return {
        regime: year.regime,
        year: year.year,
        label: taxYearLabel(year.regime, year.year),
        from,
        to,
        receipts: year.numbers.length,
        isComplete: isOver(ports, year.regime, year.year),
        id: found?.id ?? null,
        state: stateOf(found),
      }
    }),
  }
}

/**
 * Freezes a donor's donations of a tax year and queues the statement; the same receipts give the same statement. New
 * ones are limited per day, because each has files and an email.
 */
export async function requestStatement(
  ports: Ports,
  viewer: Account,
  locale: Locale,
  { regime, year }: { regime: Regime; year: number },
) {
  const found = (await yearsOf(ports, viewer.accountId)).find(
    (taxYear) => taxYear.regime === regime && taxYear.year === year,
  )
  if (!found) throw new Problem('not-found', 'not-found')
  const wanted = new Set(found.numbers)
  const receipts = (await ownedSnapshots(ports, viewer.accountId, regime, taxYearDays(regime, year))).filter(
    (receipt) => wanted.has(receipt.number),
  )
  const statement = statementOf({
    regime,
    year,
    isComplete: isOver(ports, regime, year),
    donor: nameOf(viewer),
    locale,
    preparedOn: localDateIn('UTC', ports.clock()),
    receipts,
  })
  const numbers = receipts.map((receipt) => receipt.number).sort()
  const instant = ports.clock()
  const wantedOne = {
    accountId: viewer.accountId,
    fingerprint: fingerprintOf(ports, viewer, locale, { regime, year, numbers }),
    statement,
    at: instant,
  }
  return ports.write(async (tx) => {
    // Serializes an account's requests, so that the second one finds the first one's statement and the daily limit is
    // exact.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`statements ${viewer.accountId}`}, 0))`.execute(tx)
    const existing = await renewStatement(tx, wantedOne)
    const id = existing ?? ports.newId()
    if (existing === undefined) {
      if ((await countStatementsSince(tx, viewer.accountId, new Date(instant.getTime() - dayMs))) >= statementsPerDay)
        throw new Problem('rate-limit', 'too-many-statements', { retryAfterSeconds: 3600 })
      await insertStatement(tx, { ...wantedOne, id })
    }
    await ports.enqueue(tx, 'receipts:make_statement', { statementId: id }, { key: `statement:${id}` })
    return { id }
  })
}

/** Returns a statement's document to its account; 202 while it is being made. */
export async function statementDocument(
  ports: Ports,
  viewer: Account,
  context: Pick<RequestContext, 'locale' | 'acceptHeader'>,
  { statementId, format }: { statementId: string; format: StatementFormat },
): Promise<Answer<FileState>> {
  const statement = isUuid(statementId) ? await findStatement(ports.db, statementId) : undefined
  if (!statement || statement.accountId !== viewer.accountId) throw new Problem('not-found', 'not-found')
  const document = await findStatementDocument(ports.db, statement.id, format)
  return document
    ? toFileResponse(document, { format, name: `statement-${statement.regime}-${statement.content.label}` })
    : toWaitResponse(context)
}
