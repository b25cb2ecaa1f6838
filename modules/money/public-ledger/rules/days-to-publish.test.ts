import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate, localDateIn } from '#shared/calendar.ts'
import { dayMs } from '#shared/time.ts'
import { daysToPublish } from './days-to-publish.ts'

const utc = (text: string) => new Date(text)

test('a day is published from 01:00 UTC of the next day on', () => {
  const last = localDate('2026-11-27')
  expect(daysToPublish(last, utc('2026-11-29T00:59:59.999Z'))).toEqual([])
  expect(daysToPublish(last, utc('2026-11-29T01:00:00Z'))).toEqual(['2026-11-28'])
})

test('the first file is that of the latest day, as it has all history', () => {
  expect(daysToPublish(undefined, utc('2026-11-29T12:00:00Z'))).toEqual(['2026-11-28'])
  expect(daysToPublish(undefined, utc('2026-11-29T00:30:00Z'))).toEqual(['2026-11-27'])
})

test('days without a worker are published one after the other, over the end of a year', () => {
  expect(daysToPublish(localDate('2026-12-30'), utc('2027-01-03T09:00:00Z'))).toEqual([
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
  ])
})

test('publishing at two instants gives the same days as publishing at the later one', () => {
  const instant = fc.date({ min: utc('2024-01-01T00:00:00Z'), max: utc('2027-12-31T00:00:00Z'), noInvalidDate: true })
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 20 * dayMs }), fc.integer({ min: 0, max: dayMs }), (start, a, b) => {
      const last = localDateIn('UTC', start)
      const [early, late] = [new Date(start.getTime() + a), new Date(start.getTime() + a + b)]
      const first = daysToPublish(last, early)
      expect([...first, ...daysToPublish(first.at(-1) ?? last, late)]).toEqual(daysToPublish(last, late))
    }),
  )
})
