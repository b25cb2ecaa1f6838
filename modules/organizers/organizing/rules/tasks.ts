import type { RunningAct } from '#modules/causes/campaigns/rules/acts.ts'

/** Facts about a fundraiser for the list of tasks. */
export type TaskFacts = {
  readonly status: number
  readonly hasPicture: boolean
  /** Days since its start, since its last news (`null`: none), and until its end (`null`: no end). */
  readonly daysOld: number
  readonly daysSinceNews: number | null
  readonly daysLeft: number | null
  /** Whole percent; `null` without a goal. */
  readonly percentage: number | null
  readonly giftCount: number
  readonly openClaims: number
  readonly unthanked: number
  readonly waitingOffline: number
  /** Whether staff has paused it: no mails in its name. */
  readonly isHeld: boolean
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

/** Days without news after which an update is suggested. */
const newsDays = 14

/** Returns suggested tasks, most urgent first (content-16), with the permission each needs. */
export function tasksOf(of: TaskFacts): Task[] {
  const isLive = of.status === 1 && of.daysLeft !== 0
  const percentage = isLive ? (of.percentage ?? 0) : 0
  const mayTell = of.giftCount > 0 && of.status !== 0 && !of.isHeld
  const found: Record<TaskCode, Task | false> = {
    'confirm-offline': of.waitingOffline > 0 && { task: 'confirm-offline', count: of.waitingOffline, act: 'offline' },
    fulfil: of.openClaims > 0 && { task: 'fulfil', count: of.openClaims, act: 'claims' },
    'no-cover': !of.hasPicture && of.status !== 3 && { task: 'no-cover', count: 0, act: 'edit' },
    'ending-soon': isLive &&
      of.daysLeft !== null &&
      of.daysLeft <= 7 && { task: 'ending-soon', count: of.daysLeft, act: 'edit' },
    'goal-near': percentage >= 80 && percentage < 100 && { task: 'goal-near', count: percentage, act: 'edit' },
    'goal-reached': percentage >= 100 && { task: 'goal-reached', count: percentage, act: 'edit' },
    'first-news': mayTell &&
      of.daysSinceNews === null &&
      of.daysOld >= newsDays && { task: 'first-news', count: 0, act: 'edit' },
    news: mayTell &&
      of.daysSinceNews !== null &&
      of.daysSinceNews >= newsDays && { task: 'news', count: of.daysSinceNews, act: 'edit' },
    thank: of.unthanked > 0 && !of.isHeld && { task: 'thank', count: of.unthanked, act: 'edit' },
  }
  return taskCodes.flatMap((code) => found[code] || [])
}
