/**
 * Generates donors' actions of all years from a seed before the run, so that the billing engine and the reference
 * calculation use the same.
 */
import { chanceOf } from './chance.ts'
import { dayMs, dayNumber, hourMs, instantOf, localDay, minuteMs, plusDays, tableStart } from './days.ts'

/**
 * Twelve time zones, including clock changes in Ramadan (Casablanca), on a Friday (Cairo) and in the southern
 * hemisphere (Auckland), and a large offset (Apia).
 */
export const zones = [
  'Africa/Cairo',
  'Africa/Casablanca',
  'Pacific/Auckland',
  'Pacific/Apia',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'Asia/Karachi',
  'Asia/Kuala_Lumpur',
  'Asia/Kathmandu',
  'Asia/Riyadh',
] as const
export const calendars = ['SA', 'EG', 'MA', 'MABIMS'] as const
export type Calendar = (typeof calendars)[number]

export const kinds = ['friday', 'daily', 'weekly', 'monthly', 'ramadan', 'dhul-hijjah'] as const
export type Kind = (typeof kinds)[number]

export type Act = { readonly at: number } & (
  | { readonly kind: 'begin' | 'skip' | 'pause' | 'resume' | 'cancel' | 'agree' }
  | { readonly kind: 'zone'; readonly zone: string }
)

export type Story = {
  readonly index: number
  readonly kind: Kind
  readonly zone: string
  readonly calendar: Calendar
  /** Monday is 1. */
  readonly weekday: number
  readonly anchorDay: number
  readonly hijriYear: number
  readonly nights: readonly number[]
  readonly begins: number
  /** Last day of the plan. */
  readonly endsOn: string | null
  /** Day from which the card is declined. */
  readonly brokeFrom: string | null
  readonly acts: readonly Act[]
}

/** An announcement or outage that affects all plans. */
export type Announcement = {
  readonly at: number
  readonly calendar: Calendar
  readonly year: number
  readonly month: number
  readonly startsOn: string
}
export type Outage = { readonly from: number; readonly until: number }
export type World = {
  readonly seed: number
  readonly from: number
  readonly until: number
  readonly stories: readonly Story[]
  readonly announcements: readonly Announcement[]
  readonly outages: readonly Outage[]
}

export type WorldOptions = {
  readonly seed: number
  readonly subscriptions: number
  readonly from: string
  readonly until: string
  readonly outages: boolean
}

export function createWorld({ seed, subscriptions, from, until, outages }: WorldOptions): World {
  const world = { seed, from: Date.parse(`${from}T00:00:00Z`), until: Date.parse(`${until}T00:00:00Z`) }
  const away = outages ? outagesOf(world) : []
  return {
    ...world,
    outages: away,
    announcements: announcementsOf(world),
    stories: Array.from({ length: subscriptions }, (_, index) => storyOf(world, away, index)),
  }
}

type Span = Pick<World, 'seed' | 'from' | 'until'>

/** Two outages in every year: of a day and a half, which is made up for, and of four days, which isn't. */
function outagesOf({ from, until }: Span): Outage[] {
  const list: Outage[] = []
  for (let start = from + 130 * dayMs; start + 200 * dayMs < until; start += 365 * dayMs) {
    list.push({ from: start + 3 * hourMs, until: start + 38 * hourMs + 20 * minuteMs })
    list.push({ from: start + 150 * dayMs + 3 * hourMs, until: start + 154 * dayMs + 5 * hourMs + 20 * minuteMs })
  }
  return list
}

/**
 * Announcements of Ramadan and the next month: in one group of countries the month has another length than in the
 * table, in the second it begins a day later, in the third both, and in the last there is no announcement.
 */
function announcementsOf({ from, until }: Span): Announcement[] {
  const list: Announcement[] = []
  const evening = (day: string, hour: number) => Date.parse(`${day}T00:00:00Z`) + hour * hourMs + 7 * minuteMs
  const add = (calendar: Calendar, year: number, month: number, startsOn: string, position: number) => {
    if (position > from && position < until) list.push({ calendar, year, month, startsOn, at: position })
  }
  for (let year = 1448; year <= 1452; year++) {
    const [ramadan, shawwal] = [tableStart(year, 9), tableStart(year, 10)]
    const length = dayNumber(shawwal) - dayNumber(ramadan)
    add('SA', year, 9, ramadan, evening(plusDays(ramadan, -1), 16))
    add('SA', year, 10, plusDays(shawwal, length === 29 ? 1 : -1), evening(plusDays(shawwal, -2), 17))
    add('EG', year, 9, plusDays(ramadan, 1), evening(plusDays(ramadan, -1), 17))
    add('EG', year, 10, plusDays(ramadan, 30), evening(plusDays(ramadan, 29 - 1), 18))
    add('MABIMS', year, 9, plusDays(ramadan, 1), evening(plusDays(ramadan, -1), 11))
    add('MABIMS', year, 10, plusDays(ramadan, 31), evening(plusDays(ramadan, 29 - 1), 12))
    add('EG', year, 12, plusDays(tableStart(year, 12), 1), evening(plusDays(tableStart(year, 12), -2), 17))
  }
  return list.sort((a, b) => a.at - b.at)
}

const shares: readonly (readonly [Kind, number])[] = [
  ['daily', 0.05],
  ['friday', 0.25],
  ['weekly', 0.15],
  ['monthly', 0.3],
  ['ramadan', 0.15],
  ['dhul-hijjah', 0.1],
]

function storyOf(world: Span, outages: readonly Outage[], index: number): Story {
  const roll = (...what: readonly (string | number)[]) => chanceOf(world.seed, index, ...what)
  const pick = <T>(list: readonly T[], ...what: readonly (string | number)[]): T =>
    list[Math.floor(roll(...what) * list.length)]!
  let remaining = roll('kind')
  const kind = shares.find(([, share]) => (remaining -= share) < 0)?.[0] ?? 'monthly'
  const zone = pick(zones, 'zone')
  // In the first half of the time, at a minute when nothing is due.
  const begins = calm(world.from + Math.floor(roll('begins') * (world.until - world.from) * 0.5), outages)
  const startsOn = localDay(zone, begins)
  const isCivil = kind !== 'ramadan' && kind !== 'dhul-hijjah'
  const percentileAt = (share: number) =>
    calm(begins + dayMs + Math.floor(share * (world.until - begins - dayMs)), outages)
  const acts: Act[] = [{ kind: 'begin', at: begins }, ...agreements(zone, startsOn, isCivil, roll, outages)]
  for (let skip = 0; skip < Math.floor(roll('skips') * 4); skip++)
    acts.push({ kind: 'skip', at: percentileAt(roll('skip', skip)) })
  // A pause or end at the moment when a donation is due is concurrent with its charge.
  const meeting = (moment: number, what: string) =>
    roll('meets', what) < 0.3 ? calm(instantOf(zone, localDay(zone, moment), '09:00'), outages) : moment
  if (roll('pauses') < 0.3) {
    const pause = meeting(percentileAt(roll('pause')), 'pause')
    acts.push({ kind: 'pause', at: pause })
    if (roll('resumes') < 0.85)
      acts.push({ kind: 'resume', at: calm(pause + Math.floor((0.1 + roll('rest')) * 60 * dayMs), outages) })
  }
  if (isCivil && roll('moves') < 0.2)
    acts.push({ kind: 'zone', at: percentileAt(roll('move')), zone: pick(zones, 'new zone') })
  if (roll('cancels') < 0.25) acts.push({ kind: 'cancel', at: meeting(percentileAt(roll('cancel')), 'cancel') })
  return {
    index,
    kind,
    zone,
    calendar: pick(calendars, 'calendar'),
    weekday: 1 + Math.floor(roll('weekday') * 7),
    anchorDay: pick([1, 5, 12, 15, 28, 29, 30, 31], 'anchor'),
    hijriYear: yearOf(kind, startsOn),
    nights: kind === 'ramadan' ? nightsOf(roll) : Array.from({ length: 10 }, (_, index) => index + 1),
    begins,
    endsOn: isCivil && roll('ends') < 0.15 ? plusDays(startsOn, 20 + Math.floor(roll('end') * 500)) : null,
    brokeFrom: isCivil && roll('broke') < 0.03 ? plusDays(startsOn, Math.floor(roll('broke from') * 300)) : null,
    acts: acts.filter((act) => act.at < world.until && act.at >= begins).sort((a, b) => a.at - b.at),
  }
}

/** Returns whether a time is outside outages and their recovery. */
function calm(instant: number, outages: readonly Outage[]): number {
  const outage = outages.find(({ from, until }) => from - 2 * hourMs <= instant && instant <= until + 2 * hourMs)
  return outage ? outage.until + 2 * hourMs + 7 * minuteMs : instant
}

/** Renewals of the agreement: most in time, some late, some never. */
function agreements(
  zone: string,
  startsOn: string,
  isCivil: boolean,
  roll: (...what: readonly (string | number)[]) => number,
  outages: readonly Outage[],
): Act[] {
  const acts: Act[] = []
  let until = plusDays(startsOn, 365)
  for (let year = 1; isCivil && year <= 3; year++) {
    const mood = roll('agrees', year)
    if (mood > 0.9) break
    const day =
      mood < 0.75
        ? plusDays(until, -Math.floor(roll('agrees when', year) * 25))
        : plusDays(until, 1 + Math.floor(roll('agrees late', year) * 40))
    const time = calm(instantOf(zone, day, '13:17'), outages)
    acts.push({ kind: 'agree', at: time })
    const today = localDay(zone, time)
    until = plusDays(today < until ? until : today, 365)
  }
  return acts
}

/** Returns the Hijri year of the next programme, or of the current one if days remain. */
function yearOf(kind: Kind, today: string): number {
  const [month, days] = kind === 'dhul-hijjah' ? [12, 10] : [9, 27]
  let year = 1448
  while (plusDays(tableStart(year, month), days - 2) < today) year += 1
  return year
}

function nightsOf(roll: (...what: readonly (string | number)[]) => number): number[] {
  const all = Array.from({ length: 30 }, (_, index) => index + 1)
  const mood = roll('nights')
  if (mood < 0.5) return all
  if (mood < 0.7) return all.slice(20)
  return all.filter((night) => night === 27 || roll('night', night) < 0.5)
}
