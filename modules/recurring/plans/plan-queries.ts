import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { AnnouncedMonth } from '#shared/hijri.ts'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import type { CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'
import type { Frequency, PlanType } from './rules/plan.ts'
import type { Programme } from './rules/schedule.ts'
import './tables.ts'

export type Plan = {
  readonly id: string
  readonly type: PlanType
  readonly programme: Programme | null
  readonly campaignId: bigint | null
  readonly frequency: Frequency
  readonly isEnabled: boolean
  readonly isOnCampaignPage: boolean
  readonly requestsPhone: boolean
}

const columns = `id, type, programme, campaign_id as "campaignId", frequency, is_enabled as "isEnabled", is_on_campaign_page as "isOnCampaignPage", requests_phone as "requestsPhone"`

/** Returns the plans of a fundraiser, most frequent first; batched per request. */
export const plansOfCampaign = (ports: Ports, campaignId: bigint): Promise<Plan[]> =>
  ports.batch('plans.of_campaigns', campaignId, async (ids) => {
    const plans = await ports.statement<Plan>(
      'plans.of_campaigns',
      `
        select ${columns}
        from plans.plan
        where campaign_id = any(array(select unnest($1::bigint[])))
        order by array_position(array['onetime', 'day', 'week', 'month', 'year'], frequency)
      `,
      [[...new Set(ids)]],
    )
    const found = Map.groupBy(plans, (plan) => plan.campaignId)
    return ids.map((id) => found.get(id) ?? [])
  })

/** Returns enabled plans of a type, newest first. */
export const listPlans = (
  ports: Ports,
  input: { readonly type: PlanType; readonly limit: number; readonly offset: number },
): Promise<Plan[]> =>
  ports.statement<Plan>(
    'plans.list',
    `
      select ${columns}
      from plans.plan
      where is_enabled and type = $1
      order by created_at desc, id desc
      limit $2
      offset $3
    `,
    [input.type, input.limit, input.offset],
  )

export const findPlan = async (ports: Ports, id: string): Promise<Plan | undefined> =>
  (await ports.statement<Plan>('plans.by_id', `select ${columns} from plans.plan where id = $1`, [id]))[0]

/** Inserts or updates an offer; a fundraiser has one per frequency. */
export async function savePlan(tx: Tx, plan: Plan & { readonly at: Date }): Promise<void> {
  const settings = {
    is_enabled: plan.isEnabled,
    is_on_campaign_page: plan.isOnCampaignPage,
    requests_phone: plan.requestsPhone,
    changed_at: plan.at,
  }
  await tx
    .insertInto('plans.plan')
    .values({
      id: plan.id,
      type: plan.type,
      programme: plan.programme,
      campaign_id: plan.campaignId,
      frequency: plan.frequency,
      created_at: plan.at,
      ...settings,
    })
    .onConflict((conflict) => conflict.columns(['campaign_id', 'frequency']).doUpdateSet(settings))
    .execute()
}

/** Returns the announced months of a calendar group, in calendar order. */
export const announcedMonths = async (
  db: Db,
  calendar: CalendarGroup,
): Promise<(AnnouncedMonth & { source: string; announcedAt: Date })[]> => {
  return db
    .selectFrom('plans.announced_month')
    .select((e) => [
      'hijri_year as year',
      'hijri_month as month',
      e.cast<LocalDate>('starts_on', 'text').as('startsOn'),
      'source',
      'announced_at as announcedAt',
    ])
    .where('calendar', '=', calendar)
    .orderBy('hijri_year')
    .orderBy('hijri_month')
    .execute()
}

/** Serializes announcements, since each one is validated against those before it. */
export const lockAnnouncements = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('plans.announced_month'))`.execute(tx)

export const saveAnnouncement = (
  tx: Tx,
  announcedMonth: AnnouncedMonth & {
    readonly calendar: CalendarGroup
    readonly source: string
    readonly by: string
    readonly at: Date
  },
) => {
  const values = {
    starts_on: announcedMonth.startsOn,
    source: announcedMonth.source,
    announced_by: announcedMonth.by,
    announced_at: announcedMonth.at,
  }
  return tx
    .insertInto('plans.announced_month')
    .values({
      calendar: announcedMonth.calendar,
      hijri_year: announcedMonth.year,
      hijri_month: announcedMonth.month,
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['calendar', 'hijri_year', 'hijri_month']).doUpdateSet(values))
    .execute()
}

/** A Hijri month of a calendar group. */
export type MonthKey = { readonly calendar: CalendarGroup; readonly year: number; readonly month: number }

/** Removes an announcement; returns whether there was one. */
export const deleteAnnouncement = async (tx: Tx, { calendar, year, month }: MonthKey): Promise<boolean> =>
  (
    await tx
      .deleteFrom('plans.announced_month')
      .where('calendar', '=', calendar)
      .where('hijri_year', '=', year)
      .where('hijri_month', '=', month)
      .executeTakeFirst()
  ).numDeletedRows > 0n

export type MonthProposal = MonthKey & {
  readonly startsOn: LocalDate
  readonly source: string
  readonly proposedBy: string
  readonly proposedAt: Date
}

/** Returns the announcements that wait for a second member of staff, in calendar order. */
export const listMonthProposals = (db: Db, calendar: CalendarGroup): Promise<MonthProposal[]> =>
  db
    .selectFrom('plans.proposed_month')
    .select((e) => [
      'calendar',
      'hijri_year as year',
      'hijri_month as month',
      e.cast<LocalDate>('starts_on', 'text').as('startsOn'),
      'source',
      'proposed_by as proposedBy',
      'proposed_at as proposedAt',
    ])
    .where('calendar', '=', calendar)
    .orderBy('hijri_year')
    .orderBy('hijri_month')
    .execute()

/** Proposes an announcement, in place of an earlier proposal for the month. */
export const saveMonthProposal = (tx: Tx, { calendar, year, month, ...proposal }: MonthProposal) => {
  const values = {
    starts_on: proposal.startsOn,
    source: proposal.source,
    proposed_by: proposal.proposedBy,
    proposed_at: proposal.proposedAt,
  }
  return tx
    .insertInto('plans.proposed_month')
    .values({ calendar, hijri_year: year, hijri_month: month, ...values })
    .onConflict((conflict) => conflict.columns(['calendar', 'hijri_year', 'hijri_month']).doUpdateSet(values))
    .execute()
}

/** Removes a proposal; returns whether there was one. */
export const deleteMonthProposal = async (tx: Tx, { calendar, year, month }: MonthKey): Promise<boolean> =>
  (
    await tx
      .deleteFrom('plans.proposed_month')
      .where('calendar', '=', calendar)
      .where('hijri_year', '=', year)
      .where('hijri_month', '=', month)
      .executeTakeFirst()
  ).numDeletedRows > 0n
