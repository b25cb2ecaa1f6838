import type { HijriMonths } from '#shared/hijri.ts'
import { type Currency, money, type Money } from '#shared/money.ts'
import type { NightDistribution } from '#modules/recurring/plans/rules/amounts.ts'
import type { Schedule } from '#modules/recurring/plans/rules/schedule.ts'
import type { OccurrenceState } from '#modules/recurring/plans/rules/states.ts'
import { type Portions, portionsOf, spreadInSteps } from './portions.ts'

/** An unclaimed night or day of a programme. */
export type FutureDonation = {
  readonly number: number
  readonly gift: bigint
  readonly tip: bigint
  /**
   * Whether this is a thirtieth night that the calendar lacks or an announcement removed; a sighting can still add it.
   */
  readonly isMaybe: boolean
}

type Row = {
  readonly state: OccurrenceState
  readonly skipReason: string | null
  readonly plannedAt: Date
  readonly number: number | null
  readonly gift: bigint
  readonly tip: bigint
  readonly cancelledFrom: string | null
}

/** Whether the donation is unclaimed and in the future, including those of a pause; false for skipped ones. */
export const isUpcoming = (
  { state, skipReason, plannedAt }: Pick<Row, 'state' | 'skipReason' | 'plannedAt'>,
  now: Date,
): boolean => state === 'SCHEDULED' || (state === 'SKIPPED' && skipReason === 'paused' && plannedAt > now)

const ramadan = 9

/** Returns the donations of a programme to which a change of amounts applies. */
export function futureDonations(
  rows: readonly Row[],
  { portions, schedule }: { readonly portions: Portions; readonly schedule: Schedule },
  months: HijriMonths,
  now: Date,
): FutureDonation[] {
  const canReturn = ({ cancelledFrom, plannedAt }: Row) => cancelledFrom === 'SCHEDULED' && plannedAt > now
  const known = new Set(rows.flatMap((row) => (canReturn(row) ? [] : [String(row.number)])))
  const missing = 'each' in portions ? [] : Object.entries(portions.byNumber).filter(([number]) => !known.has(number))
  const last = schedule.kind === 'ramadan' ? months.lengthOf(schedule.hijriYear, ramadan) : Number.POSITIVE_INFINITY
  return [
    ...rows.flatMap((row) =>
      row.number !== null && isUpcoming(row, now)
        ? [{ number: row.number, gift: row.gift, tip: row.tip, isMaybe: false }]
        : [],
    ),
    ...missing.map(([number, { gift, tip }]) => ({
      number: Number(number),
      gift: BigInt(gift),
      tip: BigInt(tip),
      isMaybe: Number(number) > last,
    })),
  ]
}

/** Returns the schedule with other nights or days. */
function withNumbers(schedule: Schedule, numbers: readonly number[]): Schedule {
  if (schedule.kind === 'ramadan') return { ...schedule, nights: numbers }
  return schedule.kind === 'dhul-hijjah' ? { ...schedule, days: numbers } : schedule
}

export type PortionsChange = {
  /** Amount of each donation of a civil plan; the sum of the remaining donations of a programme. */
  readonly gift?: Money | undefined
  readonly tip?: Money | undefined
  readonly distribution?: NightDistribution | 'arafah-double' | undefined
  /** Amounts by number, instead of a distribution; missing numbers keep their amount. Minor units. */
  readonly amounts?: Readonly<Record<string, number>> | undefined
}

/**
 * Computes the new amounts of future donations; past ones don't change. A programme's tip is divided in proportion to
 * its donations. Totals are divided among the nights of the calendar (calendar-8); an uncertain thirtieth night keeps
 * its amount unless named.
 */
export function changedPortions(
  { portions, schedule }: { readonly portions: Portions; readonly schedule: Schedule },
  upcoming: readonly FutureDonation[],
  { gift, tip, distribution, amounts }: PortionsChange,
  currency: Currency,
): Portions {
  if ('each' in portions)
    return { each: { gift: String(gift?.amount ?? portions.each.gift), tip: String(tip?.amount ?? portions.each.tip) } }
  if (gift === undefined && amounts === undefined && tip === undefined) return portions
  const sure = upcoming.filter(({ isMaybe }) => !isMaybe)
  const kept = (part: 'gift' | 'tip') =>
    money(
      sure.reduce((sum, upcoming) => sum + upcoming[part], 0n),
      currency,
    )
  if (gift !== undefined && amounts === undefined) {
    const numbers = sure.map(({ number }) => number)
    const fresh = portionsOf({
      schedule: withNumbers(schedule, numbers),
      gift,
      tip: tip ?? kept('tip'),
      distribution: distribution ?? 'equal',
    })
    return 'each' in fresh ? fresh : { byNumber: { ...portions.byNumber, ...fresh.byNumber } }
  }
  const donationOf = (upcoming: FutureDonation) => BigInt(amounts?.[String(upcoming.number)] ?? upcoming.gift)
  const tips = sure.length === 0 ? [] : spreadInSteps(tip ?? kept('tip'), sure.map(donationOf))
  const fresh = upcoming.map(
    (upcoming) =>
      [
        String(upcoming.number),
        { gift: String(donationOf(upcoming)), tip: String(tips[sure.indexOf(upcoming)]?.amount ?? upcoming.tip) },
      ] as const,
  )
  return { byNumber: { ...portions.byNumber, ...Object.fromEntries(fresh) } }
}
