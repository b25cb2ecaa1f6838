import { expect, test } from 'vitest'
import { auditDays } from './audit-days.ts'

const entry = (id: string, at: string, act = 'hosted-pages.published', name = 'Sana') => ({
  id,
  at,
  act,
  actor: 'account',
  name,
  page: null,
})

test('entries are grouped by the day in the charity’s time zone, equal ones in a row are counted', () => {
  const entries = [
    entry('5', '2026-07-02T09:30:00Z'),
    entry('4', '2026-07-02T09:10:00Z'),
    entry('3', '2026-07-01T23:30:00Z', 'charities.saved'),
    entry('2', '2026-07-01T22:30:00Z', 'charities.saved'),
    entry('1', '2026-07-01T22:00:00Z', 'charities.saved', 'Yusuf'),
  ]
  const days = auditDays(entries, 'Europe/London', 'en').map(({ day, rows }) => [
    day,
    rows.map(({ id, time, count }) => [id, time, count]),
  ])
  expect(days).toEqual([
    [
      '2 July 2026',
      [
        ['5', '10:30', 2],
        ['3', '00:30', 1],
      ],
    ],
    [
      '1 July 2026',
      [
        ['2', '23:30', 1],
        ['1', '23:00', 1],
      ],
    ],
  ])
})
