/** Holidays on a fixed date: month from 1, day. */
const fixed = [
  [1, 1],
  [6, 19],
  [7, 4],
  [11, 11],
  [12, 25],
] as const

/** Holidays on a weekday of a month: month from 1, weekday (Sunday is 0), number of the week; -1 is the last. */
const floating = [
  [1, 1, 3],
  [2, 1, 3],
  [5, 1, -1],
  [9, 1, 1],
  [10, 1, 2],
  [11, 4, 4],
] as const

const sunday = 0
const monday = 1

/**
 * Returns whether the Federal Reserve Banks, which settle bank debits, are closed for a holiday on the date in UTC. A
 * holiday on a Sunday is observed on the following Monday; one on a Saturday isn't observed on the Friday
 * (refunds-10). Source: frbservices.org, "Holiday Schedules".
 */
export function isFederalHoliday(date: Date): boolean {
  const [month, day, weekday] = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCDay()]
  const isFixed = (on: number) => fixed.some(([fixedMonth, fixedDay]) => fixedMonth === month && fixedDay === on)
  if (isFixed(day)) return weekday !== sunday
  // No fixed holiday is the last day of a month, so the previous day is in the same month.
  if (weekday === monday && isFixed(day - 1)) return true
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month, 0)).getUTCDate()
  return floating.some(
    ([floatingMonth, on, which]) =>
      floatingMonth === month && on === weekday && (which < 0 ? day > lastDay - 7 : Math.ceil(day / 7) === which),
  )
}
