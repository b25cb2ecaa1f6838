import type { Db, Ports, Tx } from '#shared/ports.ts'
import type { LocalDate } from '#shared/calendar.ts'
import { type Currency, money } from '#shared/money.ts'
import type { GramPrice } from './rules/calculator/zakat-input.ts'
import type { ZakatAnchor } from './rules/tracking/anniversaries.ts'
import type { ZakatProfile } from './rules/tracking/zakat-progress.ts'
import type { SavableStatus } from './tables.ts'

type MetalPrices = { readonly gold: GramPrice; readonly silver: GramPrice }

/** A saved revision of a zakat year, without its encrypted part. */
export type SavedProfile = ZakatProfile & {
  readonly id: string
  readonly status: SavableStatus
  readonly anchor: ZakatAnchor
  readonly ruleSetId: string
  readonly prices: MetalPrices
}

type ProfileRow = {
  readonly id: string
  readonly period: string
  readonly currency: Currency
  readonly due: bigint
  readonly status: SavableStatus
  readonly start: LocalDate
  readonly anniversary: LocalDate
  readonly anchorYear: ZakatAnchor['year']
  readonly anchorMonth: number
  readonly anchorDay: number
  readonly timeZone: string
  readonly ruleSetId: string
  readonly prices: MetalPrices
  readonly createdAt: Date
}

const columns = `id, period, currency, zakat_due as due, status, start_date::text as start, anniversary::text, anchor_year as "anchorYear",
  anchor_month as "anchorMonth", anchor_day as "anchorDay", time_zone as "timeZone", rule_set_id as "ruleSetId", prices, created_at as "createdAt"`

const toProfile = ({ anchorYear, anchorMonth, anchorDay, start, anniversary, due, currency, ...row }: ProfileRow) => ({
  ...row,
  zakatDue: money(due, currency),
  zakatStartDate: start,
  zakatAnniversary: anniversary,
  anchor: { year: anchorYear, month: anchorMonth, day: anchorDay },
})

/** Returns the latest revision of each zakat year of an account, in the order of first saving. */
export async function listProfiles(
  ports: Pick<Ports, 'statement'>,
  accountId: string,
): Promise<readonly SavedProfile[]> {
  const rows = await ports.statement<ProfileRow>(
    'zakat.profiles',
    `select * from (select distinct on (period) ${columns}, revision from zakat.profile where account_id = $1::uuid
       order by period, created_at desc, revision desc) latest order by "createdAt", revision`,
    [accountId],
  )
  return rows.map(toProfile)
}

/** A revision with its encrypted part; undefined if it isn't the account's. `id` must be a valid id. */
export async function findProfile(
  ports: Pick<Ports, 'statement'>,
  accountId: string,
  id: string,
): Promise<(SavedProfile & { readonly encrypted: Buffer }) | undefined> {
  const [row] = await ports.statement<ProfileRow & { readonly encrypted: Buffer }>(
    'zakat.profile',
    `select ${columns}, encrypted from zakat.profile where account_id = $1::uuid and id = $2::uuid`,
    [accountId, id],
  )
  return row && { ...toProfile(row), encrypted: row.encrypted }
}

export const insertProfile = (
  tx: Tx,
  accountId: string,
  profile: SavedProfile & { readonly encrypted: Buffer },
): Promise<unknown> =>
  tx
    .insertInto('zakat.profile')
    .values({
      id: profile.id,
      account_id: accountId,
      period: profile.period,
      currency: profile.zakatDue.currency,
      zakat_due: profile.zakatDue.amount,
      status: profile.status,
      start_date: profile.zakatStartDate,
      anniversary: profile.zakatAnniversary,
      anchor_year: profile.anchor.year,
      anchor_month: profile.anchor.month,
      anchor_day: profile.anchor.day,
      time_zone: profile.timeZone,
      rule_set_id: profile.ruleSetId,
      prices: JSON.stringify(profile.prices),
      encrypted: profile.encrypted,
      created_at: profile.createdAt,
    })
    .execute()

/** Deletes every revision of a zakat year. */
export const deletePeriod = (tx: Tx, accountId: string, period: string): Promise<unknown> =>
  tx.deleteFrom('zakat.profile').where('account_id', '=', accountId).where('period', '=', period).execute()

/** Deletes the data that an account consented to: profiles, answers and reminders (zakat-23). */
export async function deleteProfiles(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('zakat.profile').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('zakat.reminder').where('account_id', '=', accountId).execute()
}

/** Returns the number of an account's revisions. */
export const countRevisions = async (db: Db, accountId: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('zakat.profile')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
    ).count,
  )
