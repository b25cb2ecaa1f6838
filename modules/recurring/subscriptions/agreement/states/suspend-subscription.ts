import type { LocalDate } from '#shared/calendar.ts'
import type { Tx } from '#shared/ports.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { saveSubscription, type Subscription } from '../subscription-queries.ts'
import { skipScheduledOccurrences } from '../schedule/occurrence-queries.ts'
import type { SubscriptionReason } from '../../tables.ts'
import { type Notice, queueNotice } from '../queue-notice.ts'

/** Notice for each reason; null: no one can be notified. */
const noticeOf: { readonly [reason in SubscriptionReason]?: Notice['kind'] | null } = {
  card: 'needs-card',
  causes: 'causes-closed',
  zakat: 'zakat-ended',
  charity: 'charity-paused',
  page: 'page-paused',
  consent: 'consent',
  dispute: 'disputed',
  'email-undeliverable': null,
  'email-refused': null,
  'email-unconfirmed': null,
}

/**
 * Pauses a locked subscription: nothing is charged until it resumes, and donations of the pause are not made up for
 * (calendar-9).
 */
export async function suspendSubscription(
  ports: SubscriptionPorts,
  tx: Tx,
  subscription: Subscription,
  {
    state,
    reason,
    keys,
    resumesOn = null,
  }: {
    readonly state: 'paused' | 'needs-card'
    readonly reason: SubscriptionReason
    readonly keys?: readonly string[]
    readonly resumesOn?: LocalDate | null
  },
): Promise<void> {
  await skipScheduledOccurrences(tx, subscription.id)
  await saveSubscription(tx, { ...subscription, state, reason, resumesOn }, ports.clock())
  const kind = noticeOf[reason]
  if (kind === null) return
  await queueNotice(ports, tx, {
    kind: kind ?? 'paused',
    subscriptionId: subscription.id,
    version: subscription.version + 1,
    ...(keys ? { keys } : {}),
  })
}
