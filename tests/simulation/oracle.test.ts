import { expect, test } from 'vitest'
import { expectedOf, type Done } from './oracle.ts'
import type { Announcement, Story, World } from './stories.ts'

/** A seed without random failures. */
const world = (over: Partial<World> = {}): World => ({
  seed: 1,
  from: Date.parse('2026-11-20T00:00:00Z'),
  until: Date.parse('2029-11-20T00:00:00Z'),
  stories: [],
  announcements: [],
  outages: [],
  ...over,
})
const story = (over: Partial<Story>): Story => ({
  index: 0,
  kind: 'friday',
  zone: 'Europe/London',
  calendar: 'SA',
  weekday: 5,
  anchorDay: 31,
  hijriYear: 1448,
  nights: Array.from({ length: 30 }, (_, index) => index + 1),
  begins: Date.parse('2026-12-20T12:00:00Z'),
  endsOn: null,
  // A card that never fails until it is empty.
  brokeFrom: '2027-06-01',
  acts: [],
  ...over,
})
const due = (story: Story, done: readonly Done[] = [], over: Partial<World> = {}) =>
  expectedOf(world(over), story, done)
    .filter(({ must }) => must)
    .map(({ key, earliest }) => `${key} ${new Date(earliest).toISOString().slice(0, 16)}`)
const timeOf = (instant: string) => Date.parse(instant)

test('a month keeps its day, and a shorter one gives on its last (recurring-10)', () => {
  expect(due(story({ kind: 'monthly' }), [], { until: timeOf('2027-05-20T00:00:00Z') })).toEqual([
    '2026-12-31 2026-12-31T09:00',
    '2027-01-31 2027-01-31T09:00',
    '2027-02-28 2027-02-28T09:00',
    '2027-03-31 2027-03-31T08:00',
    '2027-04-30 2027-04-30T08:00',
  ])
})

test('a Friday in Auckland begins on Thursday, and New York’s moves with its clocks (calendar-6)', () => {
  expect(due(story({ zone: 'Pacific/Auckland' }))[0]).toBe('2026-12-25 2026-12-24T20:00')
  const york = due(story({ zone: 'America/New_York' }))
  expect(york).toContain('2027-03-12 2027-03-12T14:00')
  expect(york).toContain('2027-03-19 2027-03-19T13:00')
})

test('an occurrence that is skipped, paused, cancelled or not agreed to is not due', () => {
  const done: Done[] = [
    { kind: 'skip', at: timeOf('2026-12-21T00:00:00Z'), key: '2026-12-25' },
    { kind: 'pause', at: timeOf('2026-12-28T00:00:00Z') },
    { kind: 'resume', at: timeOf('2027-01-10T00:00:00Z') },
    { kind: 'cancel', at: timeOf('2027-01-23T00:00:00Z') },
  ]
  expect(due(story({}), done)).toEqual(['2027-01-15 2027-01-15T09:00', '2027-01-22 2027-01-22T09:00'])
  expect(due(story({ endsOn: '2027-01-01' }))).toHaveLength(2)
  expect(due(story({ brokeFrom: null, index: 4 }), [], { seed: 3 }).filter((text) => text > '2027-12-20')).toEqual([])
})

test('a Ramadan of 29 nights has no thirtieth until it is announced, and the first waits for the moon', () => {
  const ramadan = story({ kind: 'ramadan' })
  const table = due(ramadan)
  expect(table).toHaveLength(29)
  expect(table[0]).toBe('ramadan:1448:1 2027-02-08T03:30')
  const announcement = (month: number, startsOn: string, when: string): Announcement => ({
    calendar: 'SA',
    year: 1448,
    month,
    startsOn,
    at: timeOf(when),
  })
  const announcements = [
    announcement(9, '2027-02-09', '2027-02-07T17:00:00Z'),
    announcement(10, '2027-03-11', '2027-03-09T17:00:00Z'),
  ]
  const seen = due(ramadan, [], { announcements })
  expect(seen).toHaveLength(30)
  expect([seen[0], seen[29]]).toEqual(['ramadan:1448:1 2027-02-08T22:30', 'ramadan:1448:30 2027-03-09T22:30'])
})

test('a thirtieth night that was announced away returns when that is corrected before it, and not after', () => {
  const announcement = (startsOn: string, when: string): Announcement => ({
    calendar: 'SA',
    year: 1448,
    month: 10,
    startsOn,
    at: timeOf(when),
  })
  const nights = (corrected: string) =>
    due(story({ kind: 'ramadan' }), [], {
      announcements: [
        announcement('2027-03-10', '2027-03-06T10:00:00Z'),
        announcement('2027-03-09', '2027-03-08T10:00:00Z'),
        announcement('2027-03-10', corrected),
      ],
    })
  expect(nights('2027-03-08T17:00:00Z').at(-1)).toBe('ramadan:1448:30 2027-03-08T22:30')
  expect(nights('2027-03-08T23:00:00Z')).toHaveLength(29)
})

test('an outage of two days is made good together, of a longer one only what is due just then', () => {
  const daily = story({ kind: 'daily' })
  const away = (until: string) =>
    due(daily, [], { outages: [{ from: timeOf('2027-01-04T10:00:00Z'), until: timeOf(until) }] }).filter(
      (text) => text < '2027-01-09' && text > '2027-01-05',
    )
  expect(away('2027-01-06T10:00:00Z')).toEqual([
    '2027-01-05 2027-01-06T10:00',
    '2027-01-06 2027-01-06T10:00',
    '2027-01-07 2027-01-07T09:00',
    '2027-01-08 2027-01-08T09:00',
  ])
  expect(away('2027-01-08T09:30:00Z')).toEqual(['2027-01-08 2027-01-08T09:30'])
})
