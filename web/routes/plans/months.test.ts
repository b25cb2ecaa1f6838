import { expect, test } from 'vitest'
import type { RenderContext } from '#server/pages/render-context.ts'
import { hijriDaysOf } from './months.ts'

/** Dhul Hijjah 1447 and Ramadan 1448 were announced one day later than the calendar has them. */
const announced = [
  { year: 1447, month: 12, startsOn: '2026-05-19', isAnnounced: true },
  { year: 1448, month: 9, startsOn: '2027-02-09', isAnnounced: true },
]
const frame = (locale: 'en' | 'ar') =>
  ({
    locale,
    api: async (_: string, { year }: { year: number }) => ({
      months: announced.filter((month) => month.year === year),
    }),
  }) as unknown as RenderContext

test('shows a month’s days as announced, in the reader’s language', async () => {
  const days = await hijriDaysOf(frame('en'), 'SA', '2027-02')
  expect(Object.keys(days)).toHaveLength(28)
  expect([days['2027-02-08'], days['2027-02-09']]).toEqual([
    { day: 30, month: 'Sha‘ban' },
    { day: 1, month: 'Ramadan' },
  ])
  expect((await hijriDaysOf(frame('ar'), 'SA', '2027-02'))['2027-02-09']!.month).toBe('رمضان')
})

test('an announcement at the end of a Hijri year moves the first month of the next', async () => {
  const days = await hijriDaysOf(frame('en'), 'SA', '2026-07')
  expect([days['2026-07-01'], days['2026-07-17']]).toEqual([
    { day: 15, month: 'Muharram' },
    { day: 2, month: 'Safar' },
  ])
})

test('a month outside the table has no Hijri days and is no error', async () => {
  for (const month of ['1500-01', '2200-01', '2174-12']) expect(await hijriDaysOf(frame('en'), 'SA', month)).toEqual({})
})
