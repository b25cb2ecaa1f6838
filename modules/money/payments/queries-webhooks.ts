import type { Db, Ports } from '#shared/ports.ts'
import { cardNotices, refundNotices, warningNotices } from './rules/notices.ts'
import './tables.ts'

export type WebhookData = {
  readonly provider: string
  readonly eventId: string
  readonly kind: string
  readonly objectId: string
  readonly at: Date
}

/**
 * Stores a webhook event once. An event about a payment that is paid or closed is marked as handled, unless it is about
 * a refund or a warning.
 */
export const recordWebhook = (ports: Ports, webhookData: WebhookData): Promise<unknown> =>
  ports.batch('payments.webhook', webhookData, (webhookDataContext) => recordWebhooks(ports, webhookDataContext), {
    apartMs: 50,
  })

async function recordWebhooks(ports: Ports, webhookData: readonly WebhookData[]): Promise<readonly undefined[]> {
  await ports.statement(
    'payments.record_webhooks',
    `
      insert into payments.webhook_event (provider, event_id, kind, object_id, received_at, handled_at)
      select
        w.provider,
        w.event_id,
        w.kind,
        w.object_id,
        w.at,
        (
          select w.at
          from payments.intent i
          where i.provider = w.provider
            and i.provider_intent_id = w.object_id
            and i.state in ('SUCCEEDED', 'EXPIRED', 'CANCELLED', 'FAILED')
            and not w.kind = any($2::text[])
        )
      from json_to_recordset($1::json) as w(provider text, event_id text, kind text, object_id text, at timestamptz)
      on conflict do nothing
    `,
    [
      JSON.stringify(
        webhookData.map((webhook) => ({
          ...webhook,
          event_id: webhook.eventId,
          object_id: webhook.objectId,
        })),
      ),
      [...refundNotices, ...warningNotices],
    ],
  )
  return webhookData.map(() => undefined)
}

/** Event types by the module that handles them; all others are about charges. */
const kindsOf = { refunds: refundNotices, warnings: warningNotices, cards: cardNotices } as const

/** Finds unhandled events that are due, oldest first, about charges, refunds, warnings or saved cards. */
export const findUnhandledWebhooks = (
  db: Db,
  provider: string,
  { about, now, limit }: { about: 'charges' | keyof typeof kindsOf; now: Date; limit: number },
) =>
  db
    .selectFrom('payments.webhook_event')
    .select(['event_id as eventId', 'kind', 'object_id as objectId'])
    .where('provider', '=', provider)
    .where('handled_at', 'is', null)
    .where(
      'kind',
      about === 'charges' ? 'not in' : 'in',
      about === 'charges' ? Object.values(kindsOf).flat() : [...kindsOf[about]],
    )
    .where((e) => e.or([e('next_attempt_at', 'is', null), e('next_attempt_at', '<=', now)]))
    .orderBy('received_at')
    .limit(limit)
    .execute()

export const markWebhookHandled = (ports: Ports, provider: string, eventId: string, instant: Date): Promise<unknown> =>
  ports.statement(
    'payments.webhook_handled',
    'update payments.webhook_event set handled_at = $3 where provider = $1 and event_id = $2',
    [provider, eventId, instant],
  )

/**
 * Delays events that can't be handled now by their age, in whole seconds, at least `atLeast` and at most an hour. A
 * new event is retried soon; an old one doesn't block others.
 */
export const delayWebhooks = (
  ports: Ports,
  provider: string,
  eventIds: readonly string[],
  { atLeast = 0 }: { readonly atLeast?: number } = {},
): Promise<unknown> =>
  ports.statement(
    'payments.webhook_again',
    `
      update payments.webhook_event
      set next_attempt_at = $3::timestamptz + least(
        interval '1 hour', greatest($4 * interval '1 second', date_trunc('second', $3::timestamptz - received_at))
      )
      where provider = $1 and event_id = any($2::text[])
    `,
    [provider, eventIds, ports.clock(), atLeast],
  )
