/**
 * Calculates day by day from donors' actions which donations must have been charged when, independently of the
 * billing engine.
 */
import {
  postponePastNight,
  dayMs,
  daysInMonth,
  hourMs,
  instantOf,
  localDay,
  minuteMs,
  plusDays,
  tableStart,
  weekdayOf,
  dayNumber,
} from './days.ts'
import { fateOf } from './fates.ts'
import type { Act, Announcement, Story, World } from './stories.ts'

/** A donor's action and the time of its effect; for a skip, the skipped occurrence. */
export type Done = Act & { readonly key?: string }

export type Expected = {
  readonly key: string
  /** Earliest and latest time of the charge, in milliseconds. */
  readonly earliest: number
  readonly latest: number
  /** False if the donor acted during the charge: charged or not are both correct, but never twice. */
  readonly must: boolean
}

/** Maximum time until a charge is settled, with killed workers and an unresponsive provider. */
const slack = 45 * minuteMs
const never = Number.POSITIVE_INFINITY

type Donation = { readonly key: string; readonly day: string; readonly due: number; readonly isMoved: boolean }

/** Returns the date that determines the outcome of a charge: its own, or for a night the calculated one. */
export function fateDayOf(key: string): string {
  const [programme, year, number] = key.split(':')
  if (number === undefined) return key
  return programme === 'ramadan'
    ? plusDays(tableStart(Number(year), 9), Number(number) - 2)
    : plusDays(tableStart(Number(year), 12), Number(number) - 1)
}

export function expectedOf(world: World, story: Story, done: readonly Done[]): Expected[] {
  const donations =
    story.kind === 'ramadan'
      ? nights(world, story)
      : story.kind === 'dhul-hijjah'
        ? tenDays(world, story)
        : civil(world, story, done)
  const skipped = new Set(done.flatMap(({ kind, key }) => (kind === 'skip' && key ? [key] : [])))
  const until = consents(story, done)
  const isCivil = story.kind !== 'ramadan' && story.kind !== 'dhul-hijjah'
  /** Only a night that awaits an announcement is charged after midnight. */
  const awake = ({ key, day }: Donation, instant: number) => {
    const zone = zoneAt(story, done, instant)
    const isHeld = /^ramadan:\d+:(1|30)$/.test(key) && localDay(zone, instant) === plusDays(day, 1)
    return isHeld ? instant : postponePastNight(zone, instant)
  }
  const expected: Expected[] = []
  let stolenAt = never
  for (const donation of donations
    .filter(({ due }) => due > story.begins && due < world.until)
    .sort((a, b) => a.due - b.due)) {
    const outage = world.outages.find(({ from, until: end }) => from <= donation.due && donation.due < end)
    const due = outage ? awake(donation, outage.until) : donation.due
    if (outage && isLeftOut(donation, outage, donations, story, done)) continue
    if (skipped.has(donation.key) || donation.due >= stolenAt || (isCivil && until(donation.due) < donation.day))
      continue
    if (story.endsOn !== null && donation.day > story.endsOn) continue
    const active = isActive(done, due, due + slack)
    if (active === 'no') continue
    const fate = fateOf(world, story, donation.key, fateDayOf(donation.key))
    if (fate === 'stolen') stolenAt = donation.due
    if (fate !== 'fine' && fate !== 'later') continue
    if (fate === 'fine') {
      expected.push({
        key: donation.key,
        earliest: due,
        latest: due + slack,
        must: active === 'yes' && due + slack < world.until,
      })
      continue
    }
    const isShort = story.kind === 'daily' || !isCivil
    const zone = zoneAt(story, done, due)
    const again = isShort
      ? postponePastNight(zone, due + 6 * hourMs)
      : instantOf(zone, plusDays(donation.day, 1), '09:00')
    const latest = donation.isMoved && !isShort ? due + 8 * dayMs : again + 2 * slack
    const meanwhile = between(done, due, latest)
    const isLapsed = isCivil && until(again) < localDay(zone, again)
    if (meanwhile === 'no' || isLapsed || again >= stolenAt) continue
    expected.push({
      key: donation.key,
      earliest: donation.isMoved && !isShort ? due : again,
      latest,
      must: active === 'yes' && meanwhile === 'yes' && latest < world.until,
    })
  }
  return expected
}

/** Returns all dates of a plan and when they are due, in the donor's time zone at that time. */
function civil(world: World, story: Story, done: readonly Done[]): Donation[] {
  const list: Donation[] = []
  const last = localDay(story.zone, world.until + 2 * dayMs)
  for (let day = localDay(story.zone, story.begins); day <= last; day = plusDays(day, 1)) {
    if (!isDonationDay(story, day)) continue
    let due = instantOf(story.zone, day, '09:00')
    let isMoved = false
    for (const act of done)
      if (act.kind === 'zone' && due > act.at) {
        // A donation whose new time has already passed keeps its old time, unless that is at night in the donor's new
        // time zone.
        const moved = instantOf(act.zone, day, '09:00')
        isMoved = moved <= act.at
        due = isMoved ? postponePastNight(act.zone, due) : moved
      }
    list.push({ key: day, day, due, isMoved })
  }
  return list
}

function isDonationDay({ kind, weekday, anchorDay }: Story, day: string): boolean {
  const dayOfMonth = Number(day.slice(8))
  switch (kind) {
    case 'daily':
      return true
    case 'friday':
      return weekdayOf(day) === 5
    case 'weekly':
      return weekdayOf(day) === weekday % 7
    default:
      return dayOfMonth === Math.min(anchorDay, daysInMonth(day))
  }
}

/**
 * Returns the months of a group of countries after the announcements so far: a month after an announced one has 29 or
 * 30 days.
 */
function monthStart(announced: readonly Announcement[], year: number, month: number): string {
  let start = tableStart(year, 8)
  for (let share = 9; share <= month; share++) {
    const announcement = announced.findLast((one) => one.year === year && one.month === share)
    const table = tableStart(year, share)
    const [soonest, latest] = [plusDays(start, 29), plusDays(start, 30)]
    start = announcement?.startsOn ?? (table < soonest ? soonest : table > latest ? latest : table)
  }
  return start
}

type Planned = { readonly day: string; readonly own: number; readonly due: number }

/** Returns the evening of a night, or the time after midnight while the night isn't announced. */
function nightBy(announced: readonly Announcement[], { hijriYear, zone }: Story, night: number): Planned | undefined {
  const start = monthStart(announced, hijriYear, 9)
  const length = dayNumber(monthStart(announced, hijriYear, 10)) - dayNumber(start)
  if (night > length) return undefined
  const day = plusDays(start, night - 2)
  const isSaid = (month: number) => announced.some((one) => one.year === hijriYear && one.month === month)
  const own = instantOf(zone, day, '22:30')
  const isHeld = (night === 1 && !isSaid(9)) || (night === 30 && !isSaid(10))
  return { day, own, due: isHeld ? instantOf(zone, plusDays(day, 1), '03:30') : own }
}

const nights = (world: World, story: Story): Donation[] =>
  story.nights.flatMap((night) =>
    followed(world, story, `ramadan:${story.hijriYear}:${night}`, (announced) => nightBy(announced, story, night)),
  )

const tenDays = (world: World, story: Story): Donation[] =>
  story.nights.flatMap((number) =>
    followed(world, story, `dhul-hijjah:${story.hijriYear}:${number}`, (announced) => {
      const day = plusDays(monthStart(announced, story.hijriYear, 12), number - 1)
      const due = instantOf(story.zone, day, '09:00')
      return { day, own: due, due }
    }),
  )

/**
 * Applies all announcements to an occurrence: a charged one doesn't change, a removed one returns only before its time,
 * and none is due before it is announced.
 */
function followed(
  world: World,
  story: Story,
  key: string,
  planned: (announced: readonly Announcement[]) => Planned | undefined,
): Donation[] {
  const all = world.announcements.filter(({ calendar }) => calendar === story.calendar)
  const startsOn = localDay(story.zone, story.begins)
  const by = (instant: number) => {
    const plan = planned(all.filter(({ at }) => at <= instant))
    return plan && plan.day >= startsOn ? plan : undefined
  }
  let plan = by(story.begins)
  let donation: Donation | undefined =
    plan && plan.own > story.begins ? { key, day: plan.day, due: plan.due, isMoved: false } : undefined
  let isGone = false
  for (const { at } of all.filter((announcement) => announcement.at > story.begins)) {
    if (donation && donation.due <= at) break
    plan = by(at)
    if (!plan) {
      isGone ||= donation !== undefined
      donation = undefined
    } else if (donation || plan.own > (isGone ? at : story.begins))
      donation = { key, day: plan.day, due: Math.max(plan.due, at), isMoved: false }
  }
  return donation ? [donation] : []
}

/** Returns the last day of the donor's agreement at an instant. */
function consents(story: Story, done: readonly Done[]): (instant: number) => string {
  const steps = [{ at: 0, until: plusDays(localDay(story.zone, story.begins), 365) }]
  for (const act of done.filter(({ kind }) => kind === 'agree')) {
    const before = steps.at(-1)!.until
    const today = localDay(zoneAt(story, done, act.at), act.at)
    if (before <= plusDays(today, 30)) steps.push({ at: act.at, until: plusDays(before > today ? before : today, 365) })
  }
  return (instant) => steps.findLast(({ at }) => at < instant)!.until
}

const zoneAt = (story: Story, done: readonly Done[], instant: number): string =>
  done.reduce((zone, act) => (act.kind === 'zone' && act.at <= instant ? act.zone : zone), story.zone)

/** Returns whether a plan is active at an instant; `maybe`: the donor stopped it during the charge. */
function isActive(done: readonly Done[], due: number, settled: number): 'yes' | 'no' | 'maybe' {
  let isOn = true
  for (const { kind, at } of done) {
    if (at < due && (kind === 'pause' || kind === 'cancel')) isOn = false
    if (at < due && kind === 'resume') isOn = true
    if (isOn && at >= due && at <= settled && (kind === 'pause' || kind === 'cancel')) return 'maybe'
  }
  return isOn ? 'yes' : 'no'
}

/** Returns whether the plan stayed active between a decline and its retry, which a pause cancels. */
function between(done: readonly Done[], due: number, latest: number): 'yes' | 'no' | 'maybe' {
  const stops = done.filter(({ kind, at }) => (kind === 'pause' || kind === 'cancel') && at >= due && at <= latest)
  if (stops.length === 0) return 'yes'
  return stops.some(({ at }) => at < due + slack || at > latest - 2 * slack) || latest - due > 2 * dayMs
    ? 'maybe'
    : 'no'
}

/**
 * Returns whether an occurrence is skipped: after an outage of more than two days only current ones are charged
 * (recurring-6).
 */
function isLeftOut(
  donation: Donation,
  outage: { from: number; until: number },
  donations: readonly Donation[],
  story: Story,
  done: readonly Done[],
): boolean {
  const waiting = donations.filter(
    ({ due }) => due >= outage.from && due < outage.until && due > story.begins && isActive(done, due, due) === 'yes',
  )
  const longest = Math.max(...waiting.map(({ due }) => outage.until - due))
  return longest > 48 * hourMs && outage.until - donation.due > hourMs
}
