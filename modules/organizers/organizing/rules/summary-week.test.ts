import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from '#shared/time.ts'
import { dueWeek } from './summary-week.ts'

const zones = ['Europe/London', 'America/Los_Angeles', 'Asia/Karachi', 'Pacific/Auckland'] as const

test('is due from Monday morning in the charity’s zone, for two days (content-31)', () => {
  const due = (instant: string) => dueWeek('Europe/London', new Date(instant))?.monday
  expect(due('2026-11-30T07:59:59Z')).toBeUndefined()
  expect(due('2026-11-30T08:00:00Z')).toBe('2026-11-23')
  expect(due('2026-12-02T07:59:59Z')).toBe('2026-11-23')
  expect(due('2026-12-02T08:00:00Z')).toBeUndefined()
  // Karachi is five hours ahead of UTC.
  expect(dueWeek('Asia/Karachi', new Date('2026-11-30T03:00:00Z'))?.monday).toBe('2026-11-23')
})

test('weeks follow each other without a gap, whatever the clocks do', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      (zone, now) => {
        const week = dueWeek(zone, now)
        if (!week) return
        expect(week.to.getTime() - week.from.getTime()).toBeGreaterThan(6 * dayMs)
        const next = [7, 7.2, 6.8].map((days) => dueWeek(zone, new Date(now.getTime() + days * dayMs)))
        for (const after of next) if (after && after.monday !== week.monday) expect(after.from).toEqual(week.to)
      },
    ),
  )
})
