import { sql } from 'kysely'
import type { Animal } from '#modules/faith/qurbani/rules/animals.ts'
import { required } from '#shared/collections.ts'
import { currencies, exponentOf, type Currency } from '#shared/money.ts'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import type { DeedsPorts, DeedsSources } from './ports.ts'
import { deedsYear } from './rules/deeds-year.ts'
import { snapshotOfDonor, snapshotsOfYear, thresholdsOfYear } from './snapshot-sql.ts'
import './tables.ts'

/** The stored figures of a donor's year. Amounts are minor units of the snapshot's currency, below 2^53. */
export type DeedsFigures = {
  readonly donations: number
  readonly fundraisers: number
  readonly amount: number
  readonly anonymousDonations: number
  readonly emergencyDonations: number
  readonly sacredAmount: number
  readonly months: number
  readonly weeks: number
  readonly planDays: number
  readonly streak: number
  readonly fridayStreak: number
  readonly mostActiveMonth: { readonly month: number; readonly amount: number }
  readonly topCampaign: { readonly id: string; readonly name: string; readonly amount: number }
  readonly topCategories: readonly string[]
  readonly totalCategories: number
  readonly topCountry: string | null
  readonly totalCountries: number
  readonly zakat: { readonly amount: number; readonly fundraisers: number }
  readonly dailyDays: number
  readonly fridays: number
  readonly fridayAmount: number
  readonly ramadanAmount: number
  readonly dhulHijjahAmount: number
  /** Qurbani shares, most first; missing in snapshots from before Qurbani orders. */
  readonly animals?: readonly { readonly animal: Animal; readonly shares: number }[]
  readonly referrals: { readonly count: number; readonly amount: number }
  readonly isTop10Donor: boolean
  readonly isTop10FrequentDonor: boolean
  readonly isGenerous: boolean
  readonly isApproximate: boolean
}

export type DeedsSnapshot = {
  readonly currency: Currency
  readonly figures: DeedsFigures
  /** Sums over all donors of the year; the amount is in US cents. */
  readonly uniqueDonors: number
  readonly totalAmount: number
}

const minorUnits = currencies.map((currency) => 10 ** exponentOf(currency))

const parametersOf = (hijriYear: number, now: Date): readonly unknown[] => {
  const { start, end, months } = deedsYear(hijriYear)
  return [hijriYear, start, end, months, currencies, minorUnits, now]
}

/** Runs a statement with numbered parameters in a transaction. */
const run = <Row>(tx: Tx, text: string, values: readonly unknown[]) => {
  const parts = text.split(/\$(\d+)/)
  return sql<Row>`${sql.join(
    parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql.val(values[Number(part) - 1]))),
    sql.raw(''),
  )}`.execute(tx)
}

/** Runs statements in order; returns the result of the last one. */
async function runAll(tx: Tx, statements: readonly string[], values: readonly unknown[]) {
  let result = await run(tx, required(statements[0]), values)
  for (const statement of statements.slice(1)) result = await run(tx, statement, values)
  return result
}

/** Settings for computing a large year: hash tables stay in memory, JIT is off, and the timeout is longer. */
const settings = sql`
  select
    set_config('work_mem', '192MB', true),
    set_config('jit', 'off', true),
    set_config('enable_nestloop', 'off', true),
    set_config('enable_mergejoin', 'off', true),
    set_config('statement_timeout', '600000', true)
`

/** Only one run at a time for each year. */
const lockYear = (tx: Tx, hijriYear: number) => sql`select pg_advisory_xact_lock(728102, ${hijriYear}::int)`.execute(tx)

/**
 * Computes a closed year for every donor who consented to the recap and has no snapshot of it yet. Returns the number
 * of snapshots stored.
 */
export const computeYear = (
  ports: Pick<DeedsPorts, 'write' | 'clock' | 'deedsSources'>,
  hijriYear: number,
): Promise<number> =>
  ports.write(async (tx) => {
    await lockYear(tx, hijriYear)
    await settings.execute(tx)
    const { rows } = await runAll(tx, snapshotsOfYear(ports.deedsSources), parametersOf(hijriYear, ports.clock()))
    return rows.length
  })

/** Computes the thresholds of a year if they aren't stored; `isStale` also recomputes stored ones. */
export async function computeThresholds(
  ports: Pick<Ports, 'clock'>,
  tx: Tx,
  hijriYear: number,
  { isStale }: { readonly isStale: boolean },
): Promise<void> {
  if (!isStale && (await isYearStored(tx, hijriYear))) return
  await lockYear(tx, hijriYear)
  await settings.execute(tx)
  await runAll(tx, thresholdsOfYear, parametersOf(hijriYear, ports.clock()))
  await sql`select set_config('enable_nestloop', 'on', true), set_config('enable_mergejoin', 'on', true)`.execute(tx)
}

/** Recalculates one donor's snapshot with the current data; deletes it if the donor has no donations left. */
export async function computeSnapshot(
  ports: Pick<DeedsPorts, 'clock' | 'deedsSources'>,
  tx: Tx,
  { accountId, hijriYear }: { readonly accountId: string; readonly hijriYear: number },
): Promise<void> {
  const values = [...parametersOf(hijriYear, ports.clock()), accountId]
  const { rows } = await run(tx, snapshotOfDonor(ports.deedsSources), values)
  if (rows.length > 0) return
  await tx
    .deleteFrom('deeds.snapshot')
    .where('account_id', '=', accountId)
    .where('hijri_year', '=', hijriYear)
    .execute()
}

export const isYearStored = async (db: Db, hijriYear: number): Promise<boolean> =>
  (await db.selectFrom('deeds.year').select('hijri_year').where('hijri_year', '=', hijriYear).executeTakeFirst()) !==
  undefined

export const findSnapshot = async (
  ports: Pick<Ports, 'statement'>,
  accountId: string,
  hijriYear: number,
): Promise<DeedsSnapshot | undefined> =>
  (
    await ports.statement<DeedsSnapshot>(
      'deeds.snapshot',
      `
        select s.currency, s.figures, y.unique_donors as "uniqueDonors", y.amount::float8 as "totalAmount"
        from deeds.snapshot s
        join deeds.year y using (hijri_year)
        where s.account_id = $1::uuid and s.hijri_year = $2::smallint
      `,
      [accountId, hijriYear],
    )
  )[0]

/** Whether an account currently consents to its recap. */
export const hasAgreed = async ({ consents }: DeedsSources, db: Db, accountId: string): Promise<boolean> =>
  (await sql`select 1 from (${sql.raw(consents)}) agreed where account_id = ${accountId}::uuid`.execute(db)).rows
    .length > 0
