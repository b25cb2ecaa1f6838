import { minuteMs } from '#shared/time.ts'
import { readLocalDate, localDateIn } from '#shared/calendar.ts'
import { faultOfAnnouncedMonth, type HijriMonths, hijriMonths } from '#shared/hijri.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { announcedMonths, lockAnnouncements, saveAnnouncement } from './plan-queries.ts'
import type { CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'

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

type Announcement = { calendar: CalendarGroup; year: number; month: number; startsOn: string; source: string }

/**
 * Records an announced month start (calendar-2). A month that has begun can't be moved: donations of its nights may
 * have been charged.
 */
export async function announceMonth(
  ports: Ports,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  announcementInput: Announcement,
) {
  const startsOn = readLocalDate(announcementInput.startsOn)
  if (!startsOn) throw new Problem('validation', 'invalid-input', { fields: { startsOn: { code: 'invalid-input' } } })
  const next = { year: announcementInput.year, month: announcementInput.month, startsOn }
  const instant = ports.clock()
  await ports.write(async (tx) => {
    await lockAnnouncements(tx)
    const announced = await announcedMonths(tx, announcementInput.calendar)
    const fault = faultOfAnnouncedMonth(announced, next)
    if (fault) throw new Problem('validation', fault, { fields: { startsOn: { code: fault } } })
    if (hijriMonths(announced).startOf(announcementInput.year, announcementInput.month) <= localDateIn('UTC', instant))
      throw new Problem('conflict', 'announced-too-late')
    await saveAnnouncement(tx, {
      ...next,
      calendar: announcementInput.calendar,
      source: announcementInput.source,
      by: viewer.accountId,
      at: instant,
    })
    const announcement: AnnouncedYear = { calendar: announcementInput.calendar, year: announcementInput.year }
    await ports.enqueue(tx, rescheduleTask, announcement, {
      key: `plans:month:${announcementInput.calendar}:${announcementInput.year}`,
    })
    const again = new Date(instant.getTime() + againMinutes * minuteMs)
    await ports.enqueue(tx, rescheduleTask, announcement, {
      key: `plans:month:${announcementInput.calendar}:${announcementInput.year}:again`,
      runAt: again,
    })
    const details = { calendar: announcementInput.calendar, ...next, source: announcementInput.source }
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'plans.month-announced',
      object: `hijri:${announcementInput.calendar}:${announcementInput.year}-${announcementInput.month}`,
      at: instant,
      ip: context.ip,
      details,
    })
  })
  return readHijriYear(ports, announcementInput)
}
