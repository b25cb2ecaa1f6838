import { expect, test } from 'vitest'
import { type TaskData, tasksOf } from './tasks.ts'

const makeData = (over: Partial<TaskData> = {}): TaskData => ({
  status: 1,
  hasPicture: true,
  daysOld: 40,
  daysSinceNews: 3,
  daysLeft: 30,
  percentage: 40,
  donationCount: 12,
  openClaims: 0,
  unthanked: 0,
  waitingOffline: 0,
  isPausedByStaff: false,
  ...over,
})
const codes = (over: Partial<TaskData>) => tasksOf(makeData(over)).map(({ task, count }) => `${task} ${count}`)

test.each<[string, Partial<TaskData>, string[]]>([
  ['all is done', {}, []],
  ['no news for three weeks', { daysSinceNews: 21 }, ['news 21']],
  ['never any news', { daysSinceNews: null }, ['first-news 0']],
  ['never any news, but it began this week', { daysSinceNews: null, daysOld: 5 }, []],
  ['no news, but no donations either', { daysSinceNews: null, donationCount: 0 }, []],
  ['claims to send', { openClaims: 4 }, ['fulfil 4']],
  ['no cover', { hasPicture: false }, ['no-cover 0']],
  ['the goal is near', { percentage: 80 }, ['goal-near 80']],
  ['the goal is reached', { percentage: 130 }, ['goal-reached 130']],
  ['a week left', { daysLeft: 7 }, ['ending-soon 7']],
  ['ended yesterday', { daysLeft: 0, percentage: 90 }, []],
  ['closed', { status: 3, hasPicture: false, percentage: 90, daysLeft: 3 }, []],
  [
    'a draft',
    { status: 0, hasPicture: false, daysSinceNews: null, donationCount: 1, percentage: null },
    ['no-cover 0'],
  ],
  [
    'paused by staff: no mails in its name',
    { status: 2, isPausedByStaff: true, daysSinceNews: 21, unthanked: 9, openClaims: 1 },
    ['fulfil 1'],
  ],
  ['held by staff before any news', { status: 2, isPausedByStaff: true, daysSinceNews: null }, []],
  [
    'everything at once',
    { waitingOffline: 2, openClaims: 1, hasPicture: false, unthanked: 9 },
    ['confirm-offline 2', 'fulfil 1', 'no-cover 0', 'thank 9'],
  ],
])('%s', (_, over, expected) => {
  expect(codes(over)).toEqual(expected)
})

test('each task names the permission that it needs, and the most urgent comes first [content-16]', () => {
  expect(
    tasksOf(
      makeData({
        waitingOffline: 2,
        openClaims: 1,
        hasPicture: false,
        daysLeft: 1,
        percentage: 99,
        daysSinceNews: null,
        unthanked: 9,
      }),
    ),
  ).toEqual([
    { task: 'confirm-offline', count: 2, act: 'offline' },
    { task: 'fulfil', count: 1, act: 'claims' },
    { task: 'no-cover', count: 0, act: 'edit' },
    { task: 'ending-soon', count: 1, act: 'edit' },
    { task: 'goal-near', count: 99, act: 'edit' },
    { task: 'first-news', count: 0, act: 'edit' },
    { task: 'thank', count: 9, act: 'donors' },
  ])
  expect(tasksOf(makeData({ percentage: 100, daysSinceNews: 14 }))).toEqual([
    { task: 'goal-reached', count: 100, act: 'edit' },
    { task: 'news', count: 14, act: 'edit' },
  ])
})

test.each<[string, Partial<TaskData>, Partial<TaskData>, string]>([
  ['an update is suggested after 14 days', { daysSinceNews: 13 }, { daysSinceNews: 14 }, 'news 14'],
  [
    'the first update is suggested 14 days after the start',
    { daysSinceNews: null, daysOld: 13 },
    { daysSinceNews: null, daysOld: 14 },
    'first-news 0',
  ],
  ['the end is near in its last 7 days', { daysLeft: 8 }, { daysLeft: 7 }, 'ending-soon 7'],
  ['the goal is near from 80 percent', { percentage: 79 }, { percentage: 80 }, 'goal-near 80'],
  ['the goal is reached at 100 percent', { percentage: 79 }, { percentage: 100 }, 'goal-reached 100'],
])('%s', (_, before, after, task) => {
  expect(codes(before)).toEqual([])
  expect(codes(after)).toEqual([task])
})

test('a fundraiser without an end never ends soon', () => {
  expect(codes({ daysLeft: null })).toEqual([])
})
