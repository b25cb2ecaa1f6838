import { minuteMs } from '#shared/time.ts'
import { readLocalDate, localDateIn } from '#shared/calendar.ts'
import { type AnnouncedMonth, faultOfAnnouncedMonth, type HijriMonths, hijriMonths } from '#shared/hijri.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import {
  announcedMonths,
  deleteAnnouncement,
  deleteMonthProposal,
  listMonthProposals,
  lockAnnouncements,
  type MonthKey,
  saveAnnouncement,
  saveMonthProposal,
} from './plan-queries.ts'
import type { CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'

export type MonthPorts = Ports & {
  /** How many members of staff must agree on an announcement. */
  readonly staffApprovals: 1 | 2
}

/** Returns the months of a calendar group: as announced, otherwise by the Umm al-Qura calendar. */
export const monthsFor = async (ports: Pick<Ports, 'db'>, calendar: CalendarGroup): Promise<HijriMonths> =>
  hijriMonths(await announcedMonths(ports.db, calendar))

/** Returns the twelve months of a Hijri year. */
export async function readHijriYear(
  ports: Pick<Ports, 'db'>,
  { calendar, year }: { calendar: CalendarGroup; year: number },
) {
  const announced = await announcedMonths(ports.db, calendar)
  const months = hijriMonths(announced)
  return {
    months: Array.from({ length: 12 }, (_, index) => index + 1).map((month) => ({
      year,
      month,
      startsOn: months.startOf(year, month) as string,
      days: months.lengthOf(year, month),
      isAnnounced: months.isAnnounced(year, month),
      source: announced.find((hijriMonth) => hijriMonth.year === year && hijriMonth.month === month)?.source ?? null,
    })),
  }
}

/** Job that reschedules nights after an announcement. */
export const rescheduleTask = 'plans:reschedule_for_month'
export type AnnouncedYear = { readonly calendar: CalendarGroup; readonly year: number }
/**
 * Minutes until the job runs a second time, for plans that started by the earlier calendar moments before the
 * announcement.
 */
const againMinutes = 10

export type Announcement = MonthKey & { readonly startsOn: string; readonly source: string }

/**
 * Returns the announced months of a group with one more, which may replace an earlier announcement of the month. Throws
 * 400 at `startsOn` for a day that is impossible, and 409 `announced-too-late` for a month that has begun: donations of
 * its nights may have been charged.
 */
export async function withAnnouncement(
  ports: Pick<Ports, 'clock'>,
  db: Db,
  { calendar, year, month, startsOn: typed }: Omit<Announcement, 'source'>,
): Promise<{ readonly announced: readonly AnnouncedMonth[]; readonly next: AnnouncedMonth }> {
  const startsOn = readLocalDate(typed)
  if (!startsOn) throw new Problem('validation', 'invalid-input', { fields: { startsOn: { code: 'invalid-input' } } })
  const next = { year, month, startsOn }
  const announced = await announcedMonths(db, calendar)
  const fault = faultOfAnnouncedMonth(announced, next)
  if (fault) throw new Problem('validation', fault, { fields: { startsOn: { code: fault } } })
  assertAhead(ports, hijriMonths(announced), next)
  const others = announced.filter((one) => one.year !== year || one.month !== month)
  return { announced: [...others, next], next }
}

function assertAhead(ports: Pick<Ports, 'clock'>, months: HijriMonths, { year, month }: Omit<MonthKey, 'calendar'>) {
  if (months.startOf(year, month) <= localDateIn('UTC', ports.clock()))
    throw new Problem('conflict', 'announced-too-late')
}

type Staff = { readonly viewer: AccountViewer; readonly context: Pick<RequestContext, 'ip'> }

const recordAct = (
  ports: Pick<Ports, 'clock'>,
  tx: Tx,
  { viewer, context }: Staff,
  act: 'plans.month-announced' | 'plans.month-proposed' | 'plans.month-withdrawn' | 'plans.month-undone',
  { calendar, year, month, ...more }: MonthKey & Partial<Announcement>,
) =>
  record(tx, {
    actor: { kind: 'account', id: viewer.accountId },
    act,
    object: `hijri:${calendar}:${year}-${month}`,
    at: ports.clock(),
    ip: context.ip,
    details: { calendar, year, month, ...more },
  })

async function reschedule(ports: Ports, tx: Tx, { calendar, year }: AnnouncedYear): Promise<void> {
  const announcement: AnnouncedYear = { calendar, year }
  const key = `plans:month:${calendar}:${year}`
  await ports.enqueue(tx, rescheduleTask, announcement, { key })
  const runAt = new Date(ports.clock().getTime() + againMinutes * minuteMs)
  await ports.enqueue(tx, rescheduleTask, announcement, { key: `${key}:again`, runAt })
}

async function applyAnnouncement(ports: Ports, tx: Tx, staff: Staff, input: Announcement): Promise<void> {
  const { next } = await withAnnouncement(ports, tx, input)
  const { calendar, source } = input
  await saveAnnouncement(tx, { ...next, calendar, source, by: staff.viewer.accountId, at: ports.clock() })
  await reschedule(ports, tx, input)
  await recordAct(ports, tx, staff, 'plans.month-announced', { calendar, ...next, source })
}

/** Records an announced month start (calendar-2). Throws like `withAnnouncement`. */
export async function announceMonth(
  ports: Ports,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  input: Announcement,
) {
  await ports.write(async (tx) => {
    await lockAnnouncements(tx)
    await applyAnnouncement(ports, tx, { viewer, context }, input)
  })
  return readHijriYear(ports, input)
}

/**
 * Proposes a month start, or announces it if another member of staff proposed the same day or `STAFF_APPROVALS` is 1
 * (calendar-2). Throws like `withAnnouncement`.
 */
export async function proposeMonth(ports: MonthPorts, staff: Staff, input: Announcement) {
  const isAnnounced = await ports.write(async (tx) => {
    await lockAnnouncements(tx)
    const { next } = await withAnnouncement(ports, tx, input)
    const { calendar, source } = input
    const proposedBy = staff.viewer.accountId
    const proposal = (await listMonthProposals(tx, calendar)).find(
      ({ year, month, startsOn }) => year === next.year && month === next.month && startsOn === next.startsOn,
    )
    if (ports.staffApprovals === 1 || (proposal && proposal.proposedBy !== proposedBy)) {
      await deleteMonthProposal(tx, input)
      await applyAnnouncement(ports, tx, staff, input)
      return true
    }
    await saveMonthProposal(tx, { ...next, calendar, source, proposedBy, proposedAt: ports.clock() })
    await recordAct(ports, tx, staff, 'plans.month-proposed', { calendar, ...next, source })
    return false
  })
  return { ...(await readHijriYear(ports, input)), isAnnounced }
}

/**
 * Withdraws the proposal for a month, or if there is none, undoes its announcement: the month is calculated again, with
 * the announced months beside it, and its nights move. Throws 404 without either, and 409 `announced-too-late` once the
 * month has begun, by the announcement or without it.
 */
export async function undoMonth(ports: Ports, staff: Staff, input: MonthKey) {
  await ports.write(async (tx) => {
    await lockAnnouncements(tx)
    const key = { calendar: input.calendar, year: input.year, month: input.month }
    if (await deleteMonthProposal(tx, key)) return recordAct(ports, tx, staff, 'plans.month-withdrawn', key)
    const announced = await announcedMonths(tx, input.calendar)
    assertAhead(ports, hijriMonths(announced), input)
    if (!(await deleteAnnouncement(tx, key))) throw new Problem('not-found', 'not-found')
    const others = announced.filter(({ year, month }) => year !== input.year || month !== input.month)
    assertAhead(ports, hijriMonths(others), input)
    await reschedule(ports, tx, key)
    return recordAct(ports, tx, staff, 'plans.month-undone', key)
  })
  return readHijriYear(ports, input)
}

/** Returns the proposals of a calendar group for a member of staff. */
export async function readMonthProposals(ports: MonthPorts, viewer: AccountViewer, calendar: CalendarGroup) {
  const proposals = await listMonthProposals(ports.db, calendar)
  return {
    proposals: proposals.map(({ proposedBy, proposedAt, ...proposal }) => ({
      ...proposal,
      isOwn: proposedBy === viewer.accountId,
      proposedAt,
    })),
    approvals: ports.staffApprovals,
  }
}
