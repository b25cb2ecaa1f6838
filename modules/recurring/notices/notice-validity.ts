import type { OccurrenceState, SubscriptionState } from '#modules/recurring/plans/rules/states.ts'
import type { Notice } from '#modules/recurring/agreement/index.ts'

/** A subscription and its gifts, as they stand when a mail about them is to be written. */
export type Standing = {
  readonly state: SubscriptionState
  readonly because: string | null
  readonly occurrences: readonly {
    readonly key: string
    readonly state: OccurrenceState
    readonly dueAt: Date
    readonly waitsUntil: Date | null
    readonly skippedBecause: string | null
    readonly declineCode: string | null
  }[]
}

/**
 * Whether a notice still says what is so: between its writing and its sending a gift may have arrived, or its donor may
 * have acted.
 */
export function isNoticeStillValid(
  notice: Pick<Notice, 'kind' | 'keys' | 'nextAt'>,
  { state, because, occurrences }: Standing,
  now: Date,
): boolean {
  const isOver = state === 'cancelled' || state === 'ended'
  const about = occurrences.filter(({ key }) => notice.keys?.includes(key))
  switch (notice.kind) {
    case 'confirmed':
    case 'changed':
      return !isOver
    case 'resumed':
    case 'moved':
      return state === 'active'
    case 'coming':
      return state === 'active' && about.some((gift) => gift.state === 'SCHEDULED' && gift.dueAt > now)
    case 'calendar':
      return state === 'active' && occurrences.some((gift) => gift.state === 'SCHEDULED')
    case 'failed':
      return notice.nextAt
        ? state === 'active' && about.some((gift) => gift.state === 'SCHEDULED' && gift.declineCode !== null)
        : about.some((gift) => gift.state === 'FAILED')
    case 'needs-authentication':
      return (
        !isOver &&
        about.some((gift) => gift.state === 'ACTION_REQUIRED' && (gift.waitsUntil === null || gift.waitsUntil > now))
      )
    case 'needs-card':
      return state === 'needs-card'
    case 'paused':
      return state === 'paused'
    case 'causes-closed':
      return state === 'paused' && because === 'causes'
    case 'zakat-ended':
      return state === 'paused' && because === 'zakat'
    case 'charity-expired':
      return state === 'active'
    case 'charity-paused':
      return state === 'paused' && because === 'charity'
    case 'left-out':
      return !isOver
    case 'disputed':
      return state === 'paused' && because === 'dispute'
    case 'consent':
      return state === 'active' || (state === 'paused' && because === 'consent')
    case 'missed':
      return !isOver && about.some((gift) => gift.state === 'SKIPPED' && gift.skippedBecause === 'outage')
    case 'late':
      return about.some((gift) => gift.state === 'SUCCEEDED')
    case 'cancelled':
    case 'ended':
      return state === notice.kind
    case 'summary':
      return true
  }
}
