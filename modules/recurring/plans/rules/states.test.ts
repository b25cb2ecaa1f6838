import { addDays, daysBetween } from '#shared/date-arithmetic.ts'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localDate, localDateIn } from '#shared/calendar.ts'
import { isTerminal, canTransition } from '#shared/states.ts'
import { declineClassOf, requiredWaitMs } from '#modules/money/payments/rules/declines.ts'
import { catchUp } from './catch-up.ts'
import { decideRetry, type Declined, failuresBeforePause } from './dunning.ts'
import { friday, weekdayOf } from './schedule.ts'
import {
  isActive,
  occurrenceTransitions,
  type OccurrenceState,
  paymentStatuses,
  paymentStatusOf,
  subscriptionTransitions,
  type SubscriptionState,
} from './states.ts'

const declined = (over: Partial<Declined> = {}): Declined => {
  const code = over.code ?? 'do_not_honor'
  return {
    kind: 'month',
    timeZone: 'Europe/London',
    dueOn: localDate('2027-04-06'),
    code,
    declineClass: declineClassOf(code),
    retriesMade: 0,
    attemptsWithCard: 1,
    at: new Date('2027-04-06T08:00:05Z'),
    ...over,
  }
}

describe('the status of a donation at the wire', () => {
  test('has five values, whatever the internal state [S1 §3]', () => {
    const states = Object.keys(occurrenceTransitions) as OccurrenceState[]
    expect(new Set(states.map(paymentStatusOf))).toEqual(new Set(paymentStatuses))
    expect([paymentStatusOf('SKIPPED'), paymentStatusOf('UNKNOWN'), paymentStatusOf('ACTION_REQUIRED')]).toEqual([
      'CANCELLED',
      'PROCESSING',
      'PROCESSING',
    ])
  })

  test('a paid donation is never charged again, and an unknown outcome is never retried blindly', () => {
    expect(isTerminal(occurrenceTransitions, 'SUCCEEDED')).toBe(true)
    for (const taken of ['PROCESSING', 'SUCCEEDED', 'FAILED'] as const)
      expect(canTransition(occurrenceTransitions, 'CANCELLED', taken)).toBe(false)
    expect(canTransition(occurrenceTransitions, 'UNKNOWN', 'PROCESSING')).toBe(false)
    expect(canTransition(occurrenceTransitions, 'SKIPPED', 'PROCESSING')).toBe(false)
  })

  test('the database allows the same transitions, and no others', () => {
    const sql = readFileSync(new URL('../../../../database/schema.sql', import.meta.url), 'utf8')
    const body = /REPLACE FUNCTION subscriptions\.refuse_illegal_transition\(\)[\s\S]*?\$function\$;/.exec(sql)![0]
    const edges = new Map<string, readonly string[]>(
      [...body.matchAll(/old\.state = '(\w+)'\s+and new\.state in \(([^)]*)\)/g)].map(([, from, to]) => [
        from!,
        to!.match(/\w+/g)!.toSorted(),
      ]),
    )
    // A cancelled night returns to the state it had before its month was announced without it.
    expect(body).toContain(
      `old.state = 'CANCELLED'       and old.cancelled_from is not null and new.state = old.cancelled_from`,
    )
    const [, returns] = /cancelled_from = ANY \(ARRAY\[([^\]]*)\]/.exec(sql)!
    edges.set('CANCELLED', returns!.match(/[A-Z]+/g)!.toSorted())
    expect(edges).toEqual(
      new Map(
        Object.entries(occurrenceTransitions).flatMap(([from, to]) =>
          to.length > 0 ? [[from, to.map(String).toSorted()]] : [],
        ),
      ),
    )
  })

  test('a paused plan can resume, pause for another reason or end; an ended one is final', () => {
    const open = ['active', 'paused', 'needs-card', 'cancelled', 'ended'] as const
    for (const from of open)
      for (const to of open)
        if (from !== to)
          expect([from, to, canTransition(subscriptionTransitions, from, to)]).toEqual([from, to, isActive(from)])
  })

  test('a plan is active until it was cancelled or has ended [S2 §4]', () => {
    expect((Object.keys(subscriptionTransitions) as SubscriptionState[]).filter(isActive)).toEqual([
      'active',
      'paused',
      'needs-card',
    ])
  })
})

describe('after a decline', () => {
  test('a stolen card is not retried, and another is required (recurring-12)', () => {
    expect(decideRetry(declined({ code: 'stolen_card' }))).toEqual({ kind: 'fail', needsCard: true })
  })

  test('a required challenge waits seven days for the donor (recurring-13)', () => {
    expect(decideRetry(declined({ code: 'authentication_required' }))).toEqual({
      kind: 'require-action',
      until: new Date('2027-04-13T08:00:05Z'),
    })
  })

  test('a monthly donation is retried on the following days, at nine local time (recurring-12)', () => {
    const next = (retriesMade: number, instant: string) =>
      decideRetry(declined({ retriesMade, at: new Date(instant), code: 'try_again_later' }))
    expect(next(0, '2027-04-06T08:00:05Z')).toEqual({ kind: 'retry', at: new Date('2027-04-07T08:00:00Z') })
    expect(next(1, '2027-04-07T08:00:05Z')).toEqual({ kind: 'retry', at: new Date('2027-04-09T08:00:00Z') })
    expect(next(3, '2027-04-11T08:00:05Z')).toEqual({ kind: 'retry', at: new Date('2027-04-13T08:00:00Z') })
    expect(next(4, '2027-04-13T08:00:05Z')).toEqual({ kind: 'fail', needsCard: false })
  })

  test('a generic decline is retried twice, and a card gets ten attempts a month', () => {
    expect(decideRetry(declined({ retriesMade: 2, at: new Date('2027-04-09T08:00:05Z') }))).toMatchObject({
      kind: 'fail',
    })
    expect(decideRetry(declined({ attemptsWithCard: 10 }))).toMatchObject({ kind: 'fail' })
  })

  test('insufficient funds are retried on payday: the 1st, the 15th or a Friday, within the week', () => {
    // 6 April 2027 is a Tuesday.
    expect(decideRetry(declined({ code: 'insufficient_funds' }))).toEqual({
      kind: 'retry',
      at: new Date('2027-04-09T08:00:00Z'),
    })
    const beforeTheFifteenth = declined({
      code: 'insufficient_funds',
      dueOn: localDate('2027-04-12'),
      at: new Date('2027-04-12T08:00:05Z'),
    })
    expect(decideRetry(beforeTheFifteenth)).toEqual({ kind: 'retry', at: new Date('2027-04-15T08:00:00Z') })
  })

  test('a Friday at the end of the week still counts as payday, the day after doesn’t', () => {
    // 20 November 2026 is a Friday, as is the seventh day after it.
    const declinedOn = (day: string) =>
      decideRetry(
        declined({ code: 'insufficient_funds', dueOn: localDate('2026-11-20'), at: new Date(`${day}T09:00:05Z`) }),
      )
    expect(declinedOn('2026-11-25')).toEqual({ kind: 'retry', at: new Date('2026-11-27T09:00:00Z') })
    expect(declinedOn('2026-11-27')).toEqual({ kind: 'fail', needsCard: false })
    // For a Saturday's donation the Friday is the sixth day, without an attempt in between; for a Monday's donation
    // tried on Wednesday it is two days later.
    const next = (dueOn: string, day: string) =>
      decideRetry(declined({ code: 'insufficient_funds', dueOn: localDate(dueOn), at: new Date(`${day}T09:00:05Z`) }))
    expect(next('2026-11-21', '2026-11-26')).toEqual({ kind: 'retry', at: new Date('2026-11-27T09:00:00Z') })
    expect(next('2026-11-16', '2026-11-18')).toEqual({ kind: 'retry', at: new Date('2026-11-20T09:00:00Z') })
    expect(
      decideRetry(
        declined({ code: 'insufficient_funds', dueOn: localDate('2026-11-09'), at: new Date('2026-11-12T09:00:05Z') }),
      ),
    ).toEqual({
      kind: 'retry',
      at: new Date('2026-11-13T09:00:00Z'),
    })
  })

  test('a card with wrong details is retried once, then another is required (recurring-12)', () => {
    expect(decideRetry(declined({ code: 'expired_card' }))).toEqual({
      kind: 'retry',
      at: new Date('2027-04-07T08:00:00Z'),
    })
    expect(
      decideRetry(declined({ code: 'expired_card', retriesMade: 1, at: new Date('2027-04-07T08:00:05Z') })),
    ).toEqual({ kind: 'fail', needsCard: true })
  })

  test('a decline at exactly nine is not retried at that moment, nor later that day', () => {
    const next = (instant: string) =>
      decideRetry(declined({ code: 'try_again_later', retriesMade: 1, at: new Date(instant) }))
    for (const place of ['2027-04-07T07:59:00Z', '2027-04-07T08:00:00Z', '2027-04-07T12:00:00Z'])
      expect([place, next(place)]).toEqual([place, { kind: 'retry', at: new Date('2027-04-09T08:00:00Z') }])
  })

  test('a wait that ends before the next morning keeps it; one that ends within it doesn’t', () => {
    const request = (advice: string, instant: string) =>
      decideRetry(declined({ code: `try_again_later mastercard_${advice}`, at: new Date(instant) }))
    // One hour after 23:30, and one day after 07:00 and after 09:00.
    expect(request('24', '2027-04-06T22:30:00Z')).toEqual({ kind: 'retry', at: new Date('2027-04-07T08:00:00Z') })
    expect(request('25', '2027-04-06T06:00:00Z')).toEqual({ kind: 'retry', at: new Date('2027-04-07T08:00:00Z') })
    expect(request('25', '2027-04-06T08:00:00Z')).toEqual({ kind: 'retry', at: new Date('2027-04-07T08:00:00Z') })
    expect(request('25', '2027-04-06T08:00:01Z')).toEqual({ kind: 'retry', at: new Date('2027-04-09T08:00:00Z') })
  })

  test('a daily or nightly donation is retried once after six hours and never accumulates (recurring-12)', () => {
    for (const kind of ['day', 'ramadan', 'dhul-hijjah'] as const) {
      expect(decideRetry(declined({ kind }))).toEqual({ kind: 'retry', at: new Date('2027-04-06T14:00:05Z') })
      expect(decideRetry(declined({ kind, retriesMade: 1 }))).toMatchObject({ kind: 'fail' })
    }
  })

  test('a card scheme’s “never” and its waiting time override our days (payments-15)', () => {
    expect(decideRetry(declined({ code: 'insufficient_funds mastercard_03' }))).toEqual({
      kind: 'fail',
      needsCard: true,
    })
    const request = (advice: string) => decideRetry(declined({ code: `try_again_later mastercard_${advice}` }))
    // Advice of one hour and one, two, four, six and eight days: the retries are on the 7th, 9th, 11th and 13th, at
    // 08:00 UTC.
    expect(['24', '25', '26', '27', '28'].map((advice) => request(advice))).toEqual(
      ['07', '09', '09', '11', '13'].map((day) => ({ kind: 'retry', at: new Date(`2027-04-${day}T08:00:00Z`) })),
    )
    expect(request('29')).toEqual({ kind: 'fail', needsCard: false })
    expect(decideRetry(declined({ kind: 'day', code: 'try_again_later mastercard_24' }))).toMatchObject({
      kind: 'retry',
    })
    expect(decideRetry(declined({ kind: 'day', code: 'try_again_later mastercard_25' }))).toMatchObject({
      kind: 'fail',
    })
  })

  test('a retry is later than the decline and at most a week after its donation, in any zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Europe/London', 'Africa/Cairo', 'Pacific/Auckland', 'Pacific/Apia', 'America/St_Johns'),
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 0, max: 23 }),
        fc.constantFrom('insufficient_funds', 'try_again_later', 'do_not_honor', 'insufficient_funds mastercard_26'),
        (timeZone, start, after, hour, code) => {
          const dueOn = addDays(localDate('2026-01-01'), start)
          const instant = new Date(Date.parse(`${addDays(dueOn, after)}T00:00:00Z`) + hour * 3_600_000)
          const next = decideRetry(declined({ timeZone, dueOn, at: instant, code }))
          if (next.kind !== 'retry') return
          const day = localDateIn(timeZone, next.at)
          expect(next.at.getTime()).toBeGreaterThan(instant.getTime() + requiredWaitMs(code) - 1)
          expect(daysBetween(dueOn, day)).toBeLessThanOrEqual(7)
          if (code.startsWith('insufficient_funds') && weekdayOf(day) !== friday)
            expect([1, 3, 5, 7].includes(daysBetween(dueOn, day)) || /-(01|15)$/.test(day)).toBe(true)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('a plan is paused after three failures in a row, a daily one after seven', () => {
    expect((['day', 'week', 'month', 'ramadan'] as const).map(failuresBeforePause)).toEqual([7, 3, 3, 3])
  })
})

describe('after an outage', () => {
  const now = new Date('2027-04-10T09:00:00Z')
  const due = (...hoursLate: number[]) =>
    hoursLate.map((hours) => ({ key: `${hours}`, dueAt: new Date(now.getTime() - hours * 3_600_000) }))

  test('two days: one charge with both donations; three: skips missed ones, collects today’s (recurring-6)', () => {
    expect(catchUp(due(48, 24, 0), now)).toEqual({ collect: ['48', '24', '0'], skip: [] })
    expect(catchUp(due(72, 48, 24, 0), now)).toEqual({ collect: ['0'], skip: ['72', '48', '24'] })
  })

  test('a donation is on time up to an hour late, and two days are made up for to the minute', () => {
    const late = (...minutes: number[]) =>
      minutes.map((minute) => ({ key: `${minute}`, dueAt: new Date(now.getTime() - minute * 60_000) }))
    expect(catchUp(late(2880), now)).toEqual({ collect: ['2880'], skip: [] })
    expect(catchUp(late(2881), now)).toEqual({ collect: [], skip: ['2881'] })
    expect(catchUp(late(4320, 61, 60), now)).toEqual({ collect: ['60'], skip: ['4320', '61'] })
  })

  test('nothing is lost, nothing is given twice, and nothing before its time', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: -100, max: 900 }), { maxLength: 30 }), (hours) => {
        const { collect, skip } = catchUp(due(...hours), now)
        expect([...collect, ...skip].toSorted()).toEqual(
          hours
            .filter((late) => late >= 0)
            .map(String)
            .toSorted(),
        )
      }),
    )
  })
})
