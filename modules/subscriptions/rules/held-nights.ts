import { instantIn, type LocalDate } from '#shared/calendar.ts'
import { addDays } from '#shared/hijri.ts'

/**
 * A night the moon may yet move waits for the announcement until the small hours, well before the fast begins anywhere people give from, and then
 * follows the calendar (islamic.md 3.3; exempt from the hours in which nobody is charged: decisions.md 17).
 */
const heldUntil = { hour: 3, minute: 30 } as const

export const waitsUntil = ({ on }: { readonly on: LocalDate }, timeZone: string): Date => instantIn(timeZone, addDays(on, 1), heldUntil)
