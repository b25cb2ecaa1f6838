/**
 * Which gift must have been charged when: worked out day by day from what donors did, knowing nothing of how the engine
 * works it out.
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

/** What a donor did and when it took effect; a skip with the gift they skipped. */
export type Done = Act & { readonly key?: string }

export type Expected = {
  readonly key: string
  /** Charged no sooner and, where it must be, no later; milliseconds. */
  readonly earliest: number
  readonly latest: number
  /** False: the donor acted while it was being charged, so either is right, but never twice. */
  readonly must: boolean
}

/** Workers die and the bank is silent: so long a charge may take until it is settled. */
const slack = 45 * minuteMs
const never = Number.POSITIVE_INFINITY

type Donation = { readonly key: string; readonly day: string; readonly due: number; readonly isMoved: boolean }

/** The day the fate of a gift is drawn for: its own, of a night the one in the table. */
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
  /** Only a night that waits for the moon is given in its own small hours. */
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

/** Every day of a plan, and when it is due in the zone its donor is in by then. */
function civil(world: World, story: Story, done: readonly Done[]): Donation[] {
  const list: Donation[] = []
  const last = localDay(story.zone, world.until + 2 * dayMs)
  for (let day = localDay(story.zone, story.begins); day <= last; day = plusDays(day, 1)) {
    if (!isDonationDay(story, day)) continue
    let due = instantOf(story.zone, day, '09:00')
    let isMoved = false
    for (const act of done)
      if (act.kind === 'zone' && due > act.at) {
        // A gift whose new time has passed already keeps the time it had, unless that is by night where its donor is
        // now.
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
 * When months begin for a group of countries, by the announcements so far: a month without one has 29 or 30 days after
 * one with it.
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

/** The evening of a night, delayed until the small hours while the night is not announced. */
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
 * A gift through all that is announced: what has been charged stays, what is gone returns only before its own time, and
 * nothing is due before it is known to be.
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

/** The last day a donor has agreed to by an instant. */
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

/** Whether a donor gives at an instant; `maybe`: they stopped while it was being charged. */
function isActive(done: readonly Done[], due: number, settled: number): 'yes' | 'no' | 'maybe' {
  let isOn = true
  for (const { kind, at } of done) {
    if (at < due && (kind === 'pause' || kind === 'cancel')) isOn = false
    if (at < due && kind === 'resume') isOn = true
    if (isOn && at >= due && at <= settled && (kind === 'pause' || kind === 'cancel')) return 'maybe'
  }
  return isOn ? 'yes' : 'no'
}

/** Whether the plan stayed active between a decline and the next attempt, which a pause cancels. */
function between(done: readonly Done[], due: number, latest: number): 'yes' | 'no' | 'maybe' {
  const stops = done.filter(({ kind, at }) => (kind === 'pause' || kind === 'cancel') && at >= due && at <= latest)
  if (stops.length === 0) return 'yes'
  return stops.some(({ at }) => at < due + slack || at > latest - 2 * slack) || latest - due > 2 * dayMs
    ? 'maybe'
    : 'no'
}

/** After more than two days away only what is due just then is given (recurring-6). */
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
