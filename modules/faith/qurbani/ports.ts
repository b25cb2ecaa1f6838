import type { CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'
import type { HijriMonths } from '#shared/hijri.ts'
import type { Db, Ports } from '#shared/ports.ts'

/** The ports that Qurbani needs in addition to the common ones. */
export type QurbaniPorts = Ports & {
  /** The months as a group of countries announced them. They are stored by `plans`, a module above this one. */
  readonly hijriMonthsOf: (db: Db, calendar: CalendarGroup) => Promise<HijriMonths>
}
