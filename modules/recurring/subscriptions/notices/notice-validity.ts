import type { OccurrenceState, SubscriptionState } from '#modules/recurring/plans/rules/states.ts'
import type { Notice } from '../agreement/queue-notice.ts'

/** State of a subscription and its donations when a mail is composed. */
export type PlanSnapshot = {
  readonly state: SubscriptionState
  readonly reason: string | null
  readonly occurrences: readonly {
    readonly key: string
    readonly state: OccurrenceState
    readonly dueAt: Date
    readonly actionDeadline: Date | null
    readonly skipReason: string | null
    readonly declineCode: string | null
  }[]
}

type Situation = PlanSnapshot & {
  readonly now: Date
  /** The donations that the notice names. */
  readonly about: PlanSnapshot['occurrences']
  /** Whether a failed donation will be retried. */
  readonly hasNextTry: boolean
}
type Condition = (situation: Situation) => boolean

const isActive: Condition = ({ state }) => state === 'active'
const isNotOver: Condition = ({ state }) => state !== 'cancelled' && state !== 'ended'
const isIn =
  (expected: SubscriptionState): Condition =>
  ({ state }) =>
    state === expected
const isPausedFor =
  (expected: string): Condition =>
  ({ state, reason }) =>
    state === 'paused' && reason === expected

/** The condition under which a notice of each kind is still valid. */
const conditions: { readonly [kind in Notice['kind']]: Condition } = {
  confirmed: isNotOver,
  changed: isNotOver,
  resumed: isActive,
  moved: isActive,
  upcoming: ({ state, about, now }) =>
    state === 'active' && about.some((donation) => donation.state === 'SCHEDULED' && donation.dueAt > now),
  calendar: ({ state, occurrences }) =>
    state === 'active' && occurrences.some((donation) => donation.state === 'SCHEDULED'),
  failed: ({ state, about, hasNextTry }) =>
    hasNextTry
      ? state === 'active' && about.some((donation) => donation.state === 'SCHEDULED' && donation.declineCode !== null)
      : about.some((donation) => donation.state === 'FAILED'),
  'needs-authentication': (situation) =>
    isNotOver(situation) &&
    situation.about.some(
      (donation) =>
        donation.state === 'ACTION_REQUIRED' &&
        (donation.actionDeadline === null || donation.actionDeadline > situation.now),
    ),
  'needs-card': isIn('needs-card'),
  paused: isIn('paused'),
  'causes-closed': isPausedFor('causes'),
  'zakat-ended': isPausedFor('zakat'),
  'charity-expired': isActive,
  'charity-paused': isPausedFor('charity'),
  'page-paused': isPausedFor('page'),
  'causes-excluded': isNotOver,
  disputed: isPausedFor('dispute'),
  consent: (situation) => isActive(situation) || isPausedFor('consent')(situation),
  missed: (situation) =>
    isNotOver(situation) &&
    situation.about.some((donation) => donation.state === 'SKIPPED' && donation.skipReason === 'outage'),
  late: ({ about }) => about.some((donation) => donation.state === 'SUCCEEDED'),
  cancelled: isIn('cancelled'),
  ended: isIn('ended'),
  'ends-soon': (situation) => isNotOver(situation) && !isActive(situation),
  summary: () => true,
}

/** Whether a notice is still valid: since it was queued, a donation may have been paid or the donor may have acted. */
export function isNoticeStillValid(
  notice: Pick<Notice, 'kind' | 'keys' | 'nextAt'>,
  snapshot: PlanSnapshot,
  now: Date,
): boolean {
  const about = snapshot.occurrences.filter(({ key }) => notice.keys?.includes(key))
  return conditions[notice.kind]({ ...snapshot, now, about, hasNextTry: Boolean(notice.nextAt) })
}
