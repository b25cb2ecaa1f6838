import { describe, expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { hijriMonths } from '#shared/hijri.ts'
import { thirtyNights } from '../testing.ts'
import { upcoming } from './upcoming.ts'

const window = {
  from: localDate('2027-02-07'),
  until: localDate('2028-12-31'),
  after: new Date('2027-02-07T12:00:00Z'),
}
const given = {
  timeZone: 'Europe/London',
  portions: { each: { gift: '1000', tip: '0' } },
  startsOn: localDate('2027-02-07'),
  endsOn: null,
  consentUntil: localDate('2028-02-07'),
} as const

test('includes all nights of a Ramadan, even beyond the year that other plans are agreed for', () => {
  // Nights from 27 January 2028 on, agreed to a year before.
  const nights = upcoming(
    { ...given, schedule: { kind: 'ramadan', hijriYear: 1449, nights: thirtyNights } },
    [],
    window,
    hijriMonths(),
  )
  expect([nights.length, nights.at(-1)!.on]).toEqual([29, '2028-02-24'])
  const fridays = upcoming({ ...given, schedule: { kind: 'week', weekday: 5 } }, [], window, hijriMonths())
  expect(fridays.at(-1)!.on).toBe('2028-02-04')
})

describe('upcoming donations', () => {
  // 24 November 2026 is a Tuesday.
  const fridays = {
    ...given,
    schedule: { kind: 'week', weekday: 5 },
    startsOn: localDate('2026-11-24'),
    consentUntil: localDate('2027-11-24'),
  } as const
  const november = {
    from: localDate('2026-11-24'),
    until: localDate('2026-12-18'),
    after: new Date('2026-11-24T12:00:00Z'),
  }
  const written = (on: string, over: object = {}) => ({
    key: on,
    on: localDate(on),
    number: null,
    dueAt: new Date(`${on}T09:00:00Z`),
    plannedAt: new Date(`${on}T09:00:00Z`),
    isUncertain: false,
    state: 'SCHEDULED' as const,
    gift: 700n,
    tip: 7n,
    ...over,
  })
  const days = (rows: Parameters<typeof upcoming>[1] = [], plan: object = {}, over: object = {}) =>
    upcoming({ ...fridays, ...plan }, rows, { ...november, ...over }, hijriMonths()).map(
      ({ on, gift }) => `${on.slice(5)} ${gift}`,
    )
  const planned = ['11-27 1000', '12-04 1000', '12-11 1000', '12-18 1000']

  test('follow the schedule from the later of the start and the window to its last day', () => {
    expect(days()).toEqual(planned)
    expect(days([], { startsOn: localDate('2026-12-04') })).toEqual(planned.slice(1))
    expect(days([], {}, { from: localDate('2026-12-05') })).toEqual(planned.slice(2))
  })

  test('end with the plan and with the agreement, both days included', () => {
    expect(days([], { endsOn: localDate('2026-12-11') })).toEqual(planned.slice(0, 3))
    expect(days([], { consentUntil: localDate('2026-12-10') })).toEqual(planned.slice(0, 2))
    expect(days([], { endsOn: localDate('2027-12-11') })).toEqual(planned)
  })

  test('are later than the given instant', () => {
    expect(days([], {}, { after: new Date('2026-11-27T08:59:59Z') })).toEqual(planned)
    expect(days([], {}, { after: new Date('2026-11-27T09:00:00Z') })).toEqual(planned.slice(1))
    expect(days([written('2026-11-27')], {}, { after: new Date('2026-11-27T09:00:00Z') })).toEqual(planned.slice(1))
  })

  test('are the scheduled ones in order, without duplicates', () => {
    expect(days([written('2026-12-11'), written('2026-11-27')])).toEqual([
      '11-27 700',
      '12-04 1000',
      '12-11 700',
      '12-18 1000',
    ])
  })

  test('leave out what was skipped, cancelled, tried or charged', () => {
    const states = ['PROCESSING', 'UNKNOWN', 'ACTION_REQUIRED', 'SUCCEEDED', 'FAILED', 'SKIPPED', 'CANCELLED'] as const
    for (const state of states)
      expect(days([written('2026-12-04', { state })])).toEqual(['11-27 1000', '12-11 1000', '12-18 1000'])
  })

  test('leave out scheduled ones outside of the window', () => {
    const rows = [
      written('2026-11-24'),
      written('2026-11-23', { plannedAt: november.after }),
      written('2026-12-18'),
      written('2026-12-19'),
    ]
    expect(days([written('2026-11-23', { plannedAt: new Date('2026-12-01T09:00:00Z') })])).toEqual(planned)
    expect(days(rows)).toEqual([...planned.slice(0, 3), '12-18 700'])
    expect(days([written('2026-11-24', { plannedAt: new Date('2026-11-24T12:00:01Z') })])).toEqual([
      '11-24 700',
      ...planned,
    ])
  })

  test('leave out an occurrence that has no share', () => {
    const nights = {
      schedule: { kind: 'ramadan', hijriYear: 1448, nights: [1, 2, 3] },
      portions: { byNumber: { 1: { gift: '100', tip: '0' }, 3: { gift: '300', tip: '0' } } },
    }
    expect(days([], nights, { until: localDate('2027-12-31') })).toEqual(['02-07 100', '02-09 300'])
  })
})
