import { getOrInsert } from '#shared/collections.ts'
import { findLastPaidBefore } from '#modules/money/payments/index.ts'
import { findUnknownCharges } from '#modules/money/giving/index.ts'
import type { SubscriptionPorts } from '../../agreement/ports.ts'
import {
  type ChargingState,
  countDue,
  countPlansBySchedule,
  firstDueOf,
  type KillSwitchData,
  readChargingState,
} from './kill-switch-queries.ts'
import { forecastOf, dueCountLimit } from '../../rules/forecast.ts'
import { writeKillSwitch } from './set-kill-switch.ts'
import type { KillSwitchReason } from '../tables.ts'

const minute = 60_000
const hour = 60 * minute
/** Donations later than this are skipped, not collected (plans/rules/catch-up.ts), so they aren't counted. */
const collectableMs = 48 * hour
/** Allowed difference between our clock and the database's (recurring-7). */
const clockDifferenceMax = 5000
/**
 * Intervals at which each worker counts due donations, queries the provider and recomputes the forecast. The check
 * before each batch is one statement.
 */
const checkIntervals = { count: 30_000, provider: minute, forecast: hour } as const
/**
 * Overlap of two checks of the provider, whose lists may lag; larger at the start, because the newest charges may not
 * be in the ledger yet.
 */
const overlap = { each: 5 * minute, start: 10 * minute } as const
/**
 * The newest charges suffice, because missing ones are newer than all in the ledger, except for those since the
 * restore.
 */
const chargesAtMost = 1000

/** State of one worker between batches. */
type WorkerChecks = {
  countedAt?: number
  forecast?: { at: number; since: number; donations: number }
  provider?: { at: Date; since: Date }
}
const checksByWorker = new WeakMap<object, WorkerChecks>()

/**
 * Whether a batch of donations may be charged now (recurring-7). Sets the kill switch, with an error in the log, if
 * charging could charge twice or without consent: far more donations are due than donors agreed to, our clock and the
 * database's differ, or the provider has charges that the ledger lacks, as after a restored backup. Only staff resume
 * charging (`resumeCharging`). While the provider is unreachable nothing is charged, but the kill switch isn't set.
 */
export async function canCharge(ports: SubscriptionPorts): Promise<boolean> {
  const before = ports.clock()
  const collectedSince = new Date(before.getTime() - collectableMs)
  const chargingState = await readChargingState(ports, before, collectedSince)
  if (chargingState.killSwitch) return false
  const apart = clocksDiffer(ports, before, chargingState.databaseClock)
  if (apart) return stopCharging(ports, chargingState, 'clocks', apart)
  if (chargingState.dueSince === null) return true
  const watch = getOrInsert(checksByWorker, ports, () => ({}))
  const flood = await findTooManyDue(ports, watch, before, chargingState.dueSince, chargingState)
  if (flood) return stopCharging(ports, chargingState, 'too-many-due', flood)
  try {
    const missing = await findMissingCharges(ports, watch, before, chargingState)
    return missing ? stopCharging(ports, chargingState, 'provider-ahead', missing) : true
  } catch (error) {
    ports.log.warn({ error }, 'the payment provider is unreachable; subscriptions are not charged for now')
    return false
  }
}

/**
 * Whether our clock agrees with the database's; sets the kill switch if not. Jobs that end, pause or schedule plans by
 * the calendar check it first, because their changes can't be undone.
 */
export async function clocksAgree(ports: SubscriptionPorts): Promise<boolean> {
  const before = ports.clock()
  const chargingState = await readChargingState(ports, before, before)
  const apart = clocksDiffer(ports, before, chargingState.databaseClock)
  if (apart) return stopCharging(ports, chargingState, 'clocks', apart)
  return chargingState.killSwitch?.reason !== 'clocks'
}

/** Sets the kill switch. The audit entry has the database's time, because our clock may be wrong. */
async function stopCharging(
  ports: SubscriptionPorts,
  { databaseClock }: ChargingState,
  reason: KillSwitchReason,
  killSwitchData: KillSwitchData,
): Promise<false> {
  const setAt = ports.clock()
  const instant = ports.isClockSimulated ? setAt : databaseClock
  const isNew = await writeKillSwitch(
    ports,
    { kind: 'system' },
    { reason, details: killSwitchData, setAt },
    { at: instant, details: { reason, details: killSwitchData } },
  )
  if (isNew)
    ports.log.error(
      { reason, ...killSwitchData },
      'charging is stopped: subscriptions are not charged until staff resume it',
    )
  return false
}

/**
 * Returns by how much the clocks differ, if it is too much. The database's time was read between two readings of our
 * clock, so a slow response is no difference.
 */
function clocksDiffer(ports: SubscriptionPorts, before: Date, database: Date) {
  if (ports.isClockSimulated) return undefined
  const after = ports.clock()
  const ahead = database.getTime() - after.getTime()
  const behind = before.getTime() - database.getTime()
  return Math.max(ahead, behind) > clockDifferenceMax
    ? { ours: after.toISOString(), database: database.toISOString() }
    : undefined
}

async function findTooManyDue(
  ports: SubscriptionPorts,
  watch: WorkerChecks,
  now: Date,
  dueSince: Date,
  { dueLimitIgnoredUntil }: ChargingState,
) {
  if (dueLimitIgnoredUntil && dueLimitIgnoredUntil > now) return undefined
  if (watch.countedAt !== undefined && Math.abs(now.getTime() - watch.countedAt) < checkIntervals.count)
    return undefined
  const collectedSince = new Date(now.getTime() - collectableMs)
  const few = dueCountLimit(0)
  if ((await countDue(ports.db, now, collectedSince, few + 1)) > few) {
    const exceedForecast = async (since: Date) => {
      const limit = dueCountLimit(await forecastNow(ports, watch, now, since))
      const due = await countDue(ports.db, now, collectedSince, limit + 1)
      return due > limit ? { dueAtLeast: due, limit, dueSince: since.toISOString() } : undefined
    }
    // Donors agreed to delayed donations for their original due time, which is only read if there are too many at the
    // new one.
    const flood =
      (await exceedForecast(dueSince)) &&
      (await exceedForecast((await firstDueOf(ports.db, now, collectedSince)) ?? dueSince))
    if (flood) return flood
  }
  watch.countedAt = now.getTime()
  return undefined
}

/** Returns the forecast, recomputed every hour and when a donation is due that is older than before. */
async function forecastNow(ports: SubscriptionPorts, watch: WorkerChecks, now: Date, dueSince: Date): Promise<number> {
  const forecast = watch.forecast
  if (
    forecast &&
    Math.abs(now.getTime() - forecast.at) < checkIntervals.forecast &&
    forecast.since <= dueSince.getTime()
  )
    return forecast.donations
  const donations = forecastOf(await countPlansBySchedule(ports.db), dueSince, now)
  watch.forecast = { at: now.getTime(), since: dueSince.getTime(), donations }
  return donations
}

/**
 * Returns the provider's charges that the ledger lacks. A starting worker goes back to the last payment that is older
 * than any restore, later only to its last check.
 */
async function findMissingCharges(
  ports: SubscriptionPorts,
  watch: WorkerChecks,
  now: Date,
  { chargesSeenUntil }: ChargingState,
) {
  const last = watch.provider
  if (last && Math.abs(now.getTime() - last.at.getTime()) < checkIntervals.provider) return undefined
  const from =
    last?.at ??
    (await findLastPaidBefore(ports.db, new Date(now.getTime() - overlap.start))) ??
    new Date(now.getTime() - collectableMs)
  const since = new Date(Math.max(from.getTime() - overlap.each, chargesSeenUntil?.getTime() ?? 0))
  const missing = await findUnknownCharges(ports, since, { atMost: chargesAtMost })
  const [newest] = missing
  if (newest) return { since: since.toISOString(), charges: missing.length, newest: newest.chargeId }
  watch.provider = { at: now, since }
  return undefined
}
