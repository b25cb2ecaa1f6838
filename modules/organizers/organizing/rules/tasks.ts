import type { RunningAct } from '#modules/causes/campaigns/rules/acts.ts'

/** Data about a fundraiser for its list of tasks. */
export type TaskData = {
  readonly status: number
  readonly hasPicture: boolean
  /** Days since the start, since the last update (null: none), and until the end (null: no end). */
  readonly daysOld: number
  readonly daysSinceNews: number | null
  readonly daysLeft: number | null
  /** Whole percent; null without a goal. */
  readonly percentage: number | null
  readonly donationCount: number
  readonly openClaims: number
  readonly unthanked: number
  readonly waitingOffline: number
  /** Whether staff paused it, so that no mails are sent in its name. */
  readonly isPausedByStaff: boolean
}

export type Task = { readonly task: TaskCode; readonly count: number; readonly act: RunningAct }
export const taskCodes = [
  'confirm-offline',
  'fulfil',
  'no-cover',
  'ending-soon',
  'goal-near',
  'goal-reached',
  'first-news',
  'news',
  'thank',
] as const
type TaskCode = (typeof taskCodes)[number]

/** Days without an update after which one is suggested. */
const newsDays = 14

/** Returns suggested tasks, most urgent first (content-16), with the permission that each requires. */
export function tasksOf(taskData: TaskData): Task[] {
  const isLive = taskData.status === 1 && taskData.daysLeft !== 0
  const percentage = isLive ? (taskData.percentage ?? 0) : 0
  const canNotify = taskData.donationCount > 0 && taskData.status !== 0 && !taskData.isPausedByStaff
  const found: Record<TaskCode, Task | false> = {
    'confirm-offline': taskData.waitingOffline > 0 && {
      task: 'confirm-offline',
      count: taskData.waitingOffline,
      act: 'offline',
    },
    fulfil: taskData.openClaims > 0 && { task: 'fulfil', count: taskData.openClaims, act: 'claims' },
    'no-cover': !taskData.hasPicture && taskData.status !== 3 && { task: 'no-cover', count: 0, act: 'edit' },
    'ending-soon': isLive &&
      taskData.daysLeft !== null &&
      taskData.daysLeft <= 7 && { task: 'ending-soon', count: taskData.daysLeft, act: 'edit' },
    'goal-near': percentage >= 80 && percentage < 100 && { task: 'goal-near', count: percentage, act: 'edit' },
    'goal-reached': percentage >= 100 && { task: 'goal-reached', count: percentage, act: 'edit' },
    'first-news': canNotify &&
      taskData.daysSinceNews === null &&
      taskData.daysOld >= newsDays && { task: 'first-news', count: 0, act: 'edit' },
    news: canNotify &&
      taskData.daysSinceNews !== null &&
      taskData.daysSinceNews >= newsDays && { task: 'news', count: taskData.daysSinceNews, act: 'edit' },
    thank: taskData.unthanked > 0 &&
      !taskData.isPausedByStaff && { task: 'thank', count: taskData.unthanked, act: 'donors' },
  }
  return taskCodes.flatMap((code) => found[code] || [])
}
