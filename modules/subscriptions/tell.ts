import type { Ports, Tx } from '#shared/ports.ts'

/** What a donor is told by mail about what they give regularly. Told once: the job exists if and only if what it tells of is written. */
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
    | 'causes-closed'
    | 'moved'
    | 'consent'
    | 'summary'
  readonly subscriptionId: string
  /** The gifts it is about. */
  readonly keys?: readonly string[]
  /** Of a failed gift: when it is tried next, ISO 8601. */
  readonly nextAt?: string
  /** Of what the donor changed: the subscription's version since, so that two changes are told apart. */
  readonly version?: number
  /** Of a summary: the month, `2026-11`. */
  readonly month?: string
}

export const tellTask = 'subscriptions:tell'

export const tell = (ports: Pick<Ports, 'enqueue'>, tx: Tx, notice: Notice, key?: string): Promise<void> =>
  ports.enqueue(tx, tellTask, notice, key === undefined ? {} : { key: `subscriptions:${key}` })
