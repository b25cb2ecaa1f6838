import type { LocalDate } from '#shared/calendar.ts'
import type { Ports, Tx } from '#shared/ports.ts'

/**
 * A mail to a donor about a plan. Its job is queued in the transaction of the event it reports, so it is sent exactly
 * once.
 */
export type Notice = {
  readonly kind:
    | 'confirmed'
    | 'upcoming'
    | 'failed'
    | 'needs-authentication'
    | 'needs-card'
    | 'paused'
    | 'resumed'
    | 'changed'
    | 'cancelled'
    | 'ended'
    | 'ends-soon'
    | 'missed'
    | 'late'
    | 'causes-closed'
    | 'zakat-ended'
    | 'charity-expired'
    | 'charity-paused'
    | 'page-paused'
    | 'causes-excluded'
    | 'disputed'
    | 'moved'
    | 'consent'
    | 'summary'
    | 'calendar'
  readonly subscriptionId: string
  /** Keys of the occurrences that the notice is about. */
  readonly keys?: readonly string[]
  /** After a failure: time of the next attempt, in ISO 8601. The mail shows the donation's own time. */
  readonly nextAt?: string
  /** After a failure: what wasn't charged, without tips and fees, in minor units. */
  readonly amount?: string
  /** After a donor's change: the new version, which makes each change a separate notice. */
  readonly version?: number
  /** Causes that receive no share, with the reason. */
  readonly excluded?: readonly { readonly name: string; readonly reason: ExclusionReason }[]
  /** After a verification expired: the charity, and the day the plan is paused. */
  readonly charity?: { readonly name: string; readonly nameAr: string | null; readonly pausesOn: LocalDate }
  /** After the charity cancelled the plan: its name, and the reason in its words. */
  readonly cancelledBy?: { readonly charity: string; readonly words: string }
  /** For a summary: its month, such as `2026-11`. */
  readonly month?: string
  /** For a reminder: its reason. */
  readonly reason?: UpcomingNoticeReason
  /**
   * Identifies the notice (`[\w.-]`), which is sent once under this id however often its job runs. Generated if
   * missing.
   */
  readonly id?: string
}

/** Why a cause receives no share: closed, not verified for zakat, or its charity isn't verified. */
export type ExclusionReason = 'closed' | 'zakat' | 'charity'

/**
 * Why a reminder is sent: the donor asked for it, the first donation after more than a month, a new amount, or a yearly
 * plan.
 */
export type UpcomingNoticeReason = 'requested' | 'interval' | 'changed' | 'year'

/** Name of the mail job in the queue. */
export const noticeTask = 'subscriptions:send_notice'

/** Queues a notice in the transaction of its event; with a `key`, only one job of that name. */
export const queueNotice = (
  ports: Pick<Ports, 'enqueue' | 'newId'>,
  tx: Tx,
  notice: Notice,
  key?: string,
): Promise<void> =>
  ports.enqueue(
    tx,
    noticeTask,
    { ...notice, id: notice.id ?? ports.newId() },
    key === undefined ? {} : { key: `subscriptions:${key}` },
  )
