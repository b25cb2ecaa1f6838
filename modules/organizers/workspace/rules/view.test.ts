import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { lengthOf, spanOf, stepOf, views } from './view.ts'

const today = localDate('2026-11-29')

test('a view ends today and has as many steps before as now', () => {
  for (const view of views) {
    const span = spanOf(view, today)
    expect(span.to).toBe(today)
    expect(span.starts[0]).toBe(span.from)
    expect(span.startsBefore[0]).toBe(span.before.from)
    expect(span.startsBefore).toHaveLength(span.starts.length)
    expect(span.before.to < span.from).toBe(true)
  }
})

test('days and weeks are compared with as many days before, months with the year before', () => {
  expect(spanOf('day', today)).toMatchObject({ from: '2026-10-31', before: { from: '2026-10-01', to: '2026-10-30' } })
  const weeks = spanOf('week', today)
  expect([lengthOf(weeks), lengthOf(weeks.before), weeks.starts.length]).toEqual([91, 91, 13])
  expect(spanOf('month', today)).toMatchObject({
    from: '2025-12-01',
    before: { from: '2024-12-01', to: '2025-11-29' },
    starts: expect.arrayContaining(['2025-12-01', '2026-11-01']),
  })
})

test('the last day of February is compared with the last day of the February before', () => {
  expect(spanOf('month', localDate('2028-02-29')).before.to).toBe('2027-02-28')
})

test('a day belongs to the last step that starts by then', () => {
  const { starts } = spanOf('month', today)
  expect(stepOf(localDate('2026-10-31'), starts)).toBe(10)
  expect(stepOf(localDate('2026-11-01'), starts)).toBe(11)
})
