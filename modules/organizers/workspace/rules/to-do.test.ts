import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { orderTasks, type TaskCode } from './to-do.ts'

const task = (code: TaskCode, dueOn: string | null = null) => ({ task: code, dueOn: dueOn && localDate(dueOn) })
const inOrder = (tasks: readonly ReturnType<typeof task>[]) =>
  orderTasks(tasks as never, localDate('2026-11-29')).map(({ task: code }) => code)

test('what is due within a week comes first, by its date', () => {
  expect(
    inOrder([
      task('yearly-report'),
      task('failing-plans'),
      task('verification-ending', '2026-12-05'),
      task('disputes', '2026-12-01'),
    ]),
  ).toEqual(['disputes', 'verification-ending', 'failing-plans', 'yearly-report'])
})

test('what is due later has the place of its kind', () => {
  expect(inOrder([task('bank-missing'), task('verification-ending', '2027-01-20'), task('claims')])).toEqual([
    'verification-ending',
    'claims',
    'bank-missing',
  ])
})

test('what is overdue comes before everything', () => {
  expect(inOrder([task('verification-ended'), task('disputes', '2026-11-20')])[0]).toBe('disputes')
})
