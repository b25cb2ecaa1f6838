import { daysBetween } from '#shared/date-arithmetic.ts'
import type { OrganizationAct } from '#modules/causes/organizations/rules/roles.ts'
import type { LocalDate } from '#shared/calendar.ts'

/** What a charity has to do, most urgent first where nothing has a date, with the permission that each needs. */
const acts = {
  'verification-ended': 'verification',
  disputes: 'figures',
  'failing-plans': 'figures',
  'refunds-asked': 'figures',
  'fundraisers-asked': 'fundraisers',
  'zakat-reports': 'reports',
  'verification-ending': 'verification',
  claims: 'figures',
  'email-unconfirmed': 'read',
  'bank-missing': 'bank',
  'yearly-report': 'reports',
} as const satisfies Readonly<Record<string, OrganizationAct>>

export type TaskCode = keyof typeof acts
export const taskCodes = Object.keys(acts) as [TaskCode, ...TaskCode[]]
export const actOf = (code: TaskCode): OrganizationAct => acts[code]

export type Task = {
  readonly task: TaskCode
  readonly count: number
  /** The last day on which it can be done; null: none. */
  readonly dueOn: LocalDate | null
  /** The fundraiser where it is done, if it is done there. */
  readonly campaignId: bigint | null
}

/** Days before its last day from which a task comes before all without one. */
const soonDays = 7

/** Orders tasks, most urgent first: what is due within a week by its date, then by kind (content-40). */
export function orderTasks<T extends Pick<Task, 'task' | 'dueOn'>>(tasks: readonly T[], today: LocalDate): T[] {
  const rank = ({ task, dueOn }: T): number =>
    dueOn !== null && daysBetween(today, dueOn) <= soonDays
      ? daysBetween(today, dueOn) - soonDays - 1
      : taskCodes.indexOf(task)
  return tasks.toSorted((one, other) => rank(one) - rank(other))
}
