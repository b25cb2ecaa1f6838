import { expect, test } from 'vitest'
import type { RenderContext } from '#server/render-context.ts'
import { hijriDaysOf } from './months.ts'

/** Ramadan 1448 was announced a day later than the calendar has it. */
const announced = { year: 1448, month: 9, startsOn: '2027-02-09', isAnnounced: true }
const frame = (locale: 'en' | 'ar') =>
  ({ locale, api: async (_: string, { year }: { year: number }) => ({ months: year === 1448 ? [announced] : [] }) }) as unknown as RenderContext

test('a month of the calendar has its days as they were announced, in the reader’s language', async () => {
  const days = await hijriDaysOf(frame('en'), 'SA', '2027-02')
  expect(Object.keys(days)).toHaveLength(28)
  expect([days['2027-02-08'], days['2027-02-09']]).toEqual([
    { day: 30, month: 'Sha‘ban' },
    { day: 1, month: 'Ramadan' },
  ])
  expect((await hijriDaysOf(frame('ar'), 'SA', '2027-02'))['2027-02-09']!.month).toBe('رمضان')
})

test('a month beside the table has no Hijri days, and is no error', async () => {
  for (const month of ['1500-01', '2200-01', '2174-12']) expect(await hijriDaysOf(frame('en'), 'SA', month)).toEqual({})
})
