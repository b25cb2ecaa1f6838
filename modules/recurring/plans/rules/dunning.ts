import { instantIn, addDays } from '#shared/date-arithmetic.ts'
import { lastOf } from '#shared/collections.ts'
import { dayMs, hourMs } from '#shared/time.ts'
import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import {
  type DeclineClass,
  providerCodeOf,
  maxRetriesAfter,
  requiredWaitMs,
} from '#modules/money/payments/rules/declines.ts'
import { postponePastNight } from './night.ts'
import { friday, type Schedule, weekdayOf } from './schedule.ts'

export type Declined = {
  readonly kind: Schedule['kind']
  readonly timeZone: string
  /** Date of the occurrence. */
  readonly dueOn: LocalDate
  readonly code: string
  readonly declineClass: DeclineClass
  /** Earlier retries of this occurrence. */
  readonly retriesMade: number
  /** All attempts with this card in the last 30 days, including this one. */
  readonly attemptsWithCard: number
  readonly at: Date
}

export type RetryDecision =
  | { readonly kind: 'retry'; readonly at: Date }
  /** The bank requires the donor, who can confirm the payment until then. */
  | { readonly kind: 'require-action'; readonly until: Date }
  /** Not collected. `needsCard`: nothing more is charged until the donor chooses another card. */
  | { readonly kind: 'fail'; readonly needsCard: boolean }

/**
 * Days after a weekly or less frequent donation on which it is retried, at 09:00 in the donor's time zone
 * (recurring-12).
 */
const retryDays = [1, 3, 5, 7] as const
const attemptsWithCardMax = 10
const actionDeadlineDays = 7

const isShort = (kind: Schedule['kind']) => kind === 'day' || kind === 'ramadan' || kind === 'dhul-hijjah'

/**
 * Decides what follows a decline (recurring-12, recurring-13). Daily donations and nights are retried once, after six
 * hours or at 04:00 if that is at night, so they never accumulate. Other plans are retried on four days of the next
 * week or, after `insufficient_funds`, on the next payday. No retry is earlier than the card scheme allows.
 */
export function decideRetry(decline: Declined): RetryDecision {
  if (decline.declineClass === 'ACTION')
    return { kind: 'require-action', until: new Date(decline.at.getTime() + actionDeadlineDays * dayMs) }
  const isOver = decline.retriesMade >= maxRetriesAfter(decline.code) || decline.attemptsWithCard >= attemptsWithCardMax
  const failed: RetryDecision = {
    kind: 'fail',
    needsCard: decline.declineClass === 'NEVER' || decline.declineClass === 'UPDATE',
  }
  if (decline.declineClass === 'NEVER' || isOver) return failed
  const wait = requiredWaitMs(decline.code)
  if (isShort(decline.kind))
    return decline.retriesMade === 0 && wait <= 6 * hourMs
      ? { kind: 'retry', at: postponePastNight(new Date(decline.at.getTime() + 6 * hourMs), decline.timeZone) }
      : failed
  const today = localDateIn(decline.timeZone, decline.at)
  const morningOf = (day: LocalDate): Date => instantIn(decline.timeZone, day, { hour: 9 })
  const allowedAt = new Date(decline.at.getTime() + wait)
  const allowedOn = localDateIn(decline.timeZone, allowedAt)
  const from = allowedOn > today && morningOf(allowedOn) >= allowedAt ? allowedOn : addDays(allowedOn, 1)
  const last = addDays(decline.dueOn, lastOf(retryDays))
  const usual = retryDays.map((days) => addDays(decline.dueOn, days)).find((day) => day >= from)
  const day = (providerCodeOf(decline.code) === 'insufficient_funds' ? payDayIn(from, last) : undefined) ?? usual
  return day === undefined ? failed : { kind: 'retry', at: morningOf(day) }
}

/** Returns the first payday in a range: the 1st, the 15th, or a Friday. */
function payDayIn(from: LocalDate, last: LocalDate): LocalDate | undefined {
  for (let day = from; day <= last; day = addDays(day, 1))
    if (/-(01|15)$/.test(day) || weekdayOf(day) === friday) return day
  return undefined
}

/** Consecutive failures after which a plan is paused and its donor notified. */
export const failuresBeforePause = (kind: Schedule['kind']): number => (kind === 'day' ? 7 : 3)
