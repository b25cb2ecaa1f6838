import type { CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'
import type { HijriMonths } from '#shared/hijri.ts'
import type { Db, Ports } from '#shared/ports.ts'

/** What qurbani needs besides the common ports. */
export type QurbaniPorts = Ports & {
  /** The months as a group of countries announced them; `plans` stores them, which is above this module. */
  readonly hijriMonthsOf: (db: Db, calendar: CalendarGroup) => Promise<HijriMonths>
}
