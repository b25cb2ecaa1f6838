import { minuteMs } from '#shared/time.ts'
import { isLocalDate, localDateIn } from '#shared/calendar.ts'
import { faultOfAnnounced, type HijriMonths, hijriMonths } from '#shared/hijri.ts'
import type { RequestFacts } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { announcedMonths, lockAnnouncements, saveAnnouncement } from './queries.ts'
import type { CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'

/** Reads the months of a calendar group: as announced, otherwise Umm al-Qura. */
export const monthsFor = async (ports: Pick<Ports, 'db'>, calendar: CalendarGroup): Promise<HijriMonths> =>
  hijriMonths(await announcedMonths(ports.db, calendar))

/** Reads a Hijri year, month by month. */
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
      source: announced.find((each) => each.year === year && each.month === month)?.source ?? null,
    })),
  }
}

/** Job that moves the nights counted by the announced calendar. */
export const announcedTask = 'plans:month_announced'
export type Announced = { readonly calendar: CalendarGroup; readonly year: number }
/** Runs again after this, for plans that started by the earlier calendar a moment before. */
const againMinutes = 10

type Announcement = { calendar: CalendarGroup; year: number; month: number; startsOn: string; source: string }

/**
 * Records an announced month start (calendar-2). A month that has begun can't be moved: donations of its nights may
 * have been charged.
 */
export async function announceMonth(
  ports: Ports,
  viewer: AccountViewer,
  facts: Pick<RequestFacts, 'ip'>,
  of: Announcement,
) {
  if (!isLocalDate(of.startsOn))
    throw new Problem('validation', 'invalid-input', { fields: { startsOn: { code: 'invalid-input' } } })
  const next = { year: of.year, month: of.month, startsOn: of.startsOn }
  const at = ports.clock()
  await ports.write(async (tx) => {
    await lockAnnouncements(tx)
    const announced = await announcedMonths(tx, of.calendar)
    const fault = faultOfAnnounced(announced, next)
    if (fault) throw new Problem('validation', fault, { fields: { startsOn: { code: fault } } })
    if (hijriMonths(announced).startOf(of.year, of.month) <= localDateIn('UTC', at))
      throw new Problem('conflict', 'announced-too-late')
    await saveAnnouncement(tx, { ...next, calendar: of.calendar, source: of.source, by: viewer.accountId, at })
    const announcement: Announced = { calendar: of.calendar, year: of.year }
    await ports.enqueue(tx, announcedTask, announcement, { key: `plans:month:${of.calendar}:${of.year}` })
    const again = new Date(at.getTime() + againMinutes * minuteMs)
    await ports.enqueue(tx, announcedTask, announcement, {
      key: `plans:month:${of.calendar}:${of.year}:again`,
      runAt: again,
    })
    const details = { calendar: of.calendar, ...next, source: of.source }
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'plans.month-announced',
      object: `hijri:${of.calendar}:${of.year}-${of.month}`,
      at,
      ip: facts.ip,
      details,
    })
  })
  return readHijriYear(ports, of)
}
