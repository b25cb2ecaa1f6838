import type { LocalDate } from '#shared/calendar.ts'
import type { Ports, Tx } from '#shared/ports.ts'

/**
 * What a donor is told by mail about what they give regularly. Told once: the job exists if and only if what it tells
 * of is written.
 */
export type Notice = {
  readonly kind:
    | 'confirmed'
    | 'coming'
    | 'failed'
    | 'needs-authentication'
    | 'needs-card'
    | 'paused'
    | 'resumed'
    | 'changed'
    | 'cancelled'
    | 'ended'
    | 'missed'
    | 'late'
    | 'causes-closed'
    | 'zakat-ended'
    | 'charity-expired'
    | 'charity-paused'
    | 'left-out'
    | 'disputed'
    | 'moved'
    | 'consent'
    | 'summary'
    | 'calendar'
  readonly subscriptionId: string
  /** The gifts it is about. */
  readonly keys?: readonly string[]
  /** Of a failed gift: when it is tried next, ISO 8601. */
  readonly nextAt?: string
  /** Of what the donor changed: the subscription's version since, so that two changes are told apart. */
  readonly version?: number
  /** Of causes that are left out: which, and why. */
  readonly leftOut?: readonly { readonly name: string; readonly because: LeftOutBecause }[]
  /** Of a verification that has expired: whose, and the day the plan pauses on. */
  readonly charity?: { readonly name: string; readonly nameAr: string | null; readonly pausesOn: LocalDate }
  /** Of a summary: the month, `2026-11`. */
  readonly month?: string
  /** Of a coming gift: why it is told of. */
  readonly because?: ComingBecause
  /**
   * What the notice is known by, of `[\w.-]`: told once under this name, however often its job runs. Made up where it
   * is left out.
   */
  readonly id?: string
}

/** Why a cause is left out: it takes no gifts, it takes no Zakat, its charity isn't verified. */
export type LeftOutBecause = 'closed' | 'zakat' | 'charity'

/**
 * The donor asked for it; it is the first after more than a month without one; it is of another amount than the last;
 * its plan is yearly.
 */
export type ComingBecause = 'asked' | 'rest' | 'changed' | 'year'

/** The name of the job that mails it, in the queue. */
export const noticeTask = 'subscriptions:tell'

/** In the transaction of what there is to tell of; with a `key`, by one job of that name. */
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
