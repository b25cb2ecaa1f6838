import { testEventKind, webhookEventKinds } from '#modules/organizers/webhooks/rules/event-kinds.ts'
import type { PostFault } from '#modules/organizers/webhooks/ports.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { DeliveryRow } from './webhook-rows.ts'

const looks = { failed: 'accent', pending: undefined, succeeded: 'brand' } as const
const kinds = [...webhookEventKinds, testEventKind] as const

/** Why there was no response. */
const errorTexts: Readonly<Record<PostFault, MessageKey>> = {
  timeout: 'webhooks.error-timeout',
  'not-public': 'webhooks.error-not-public',
  'name-unknown': 'webhooks.error-name-unknown',
  refused: 'webhooks.error-refused',
  tls: 'webhooks.error-tls',
  'response-too-large': 'webhooks.error-too-large',
  network: 'webhooks.error-network',
}
const errorText = (error: string) => new Map<string, MessageKey>(Object.entries(errorTexts)).get(error)

/** The events that were or will be sent to a webhook, each with its last attempt; those that were tried can be sent again at once. */
export function DeliveryList({ rows, canSend }: { readonly rows: readonly DeliveryRow[]; readonly canSend: boolean }) {
  return (
    <ol className="webhooks-list">
      {rows.map((row) => (
        <DeliveryItem key={row.id} row={row} canSend={canSend} />
      ))}
    </ol>
  )
}

function DeliveryItem({ row, canSend }: { readonly row: DeliveryRow; readonly canSend: boolean }) {
  const t = useText()
  const kind = kinds.find((known) => known === row.type)
  const name = kind ? t(`webhooks.event-${kind}`) : row.type
  const look = looks[row.state]
  return (
    <li className="webhooks-delivery">
      <div className="webhooks-delivery-text">
        <p>
          <span className="strong">{name}</span>{' '}
          <Badge {...(look ? { look } : {})}>{t(`webhooks.delivery-${row.state}`)}</Badge>
        </p>
        <p className="quiet small">
          <time dateTime={row.occurredAt}>{row.occurred}</time>
          {' · '}
          <bdi dir="ltr" className="webhooks-code">
            {row.type}
          </bdi>
        </p>
        <LastAttempt row={row} />
        {row.response ? (
          <details>
            <summary>
              {t('webhooks.response')}
              <span className="visually-hidden">{` ${name}, ${row.occurred}`}</span>
            </summary>
            <ScrollRegion label={t('webhooks.response')} className="webhooks-response">
              <pre dir="auto">{row.response}</pre>
            </ScrollRegion>
          </details>
        ) : null}
      </div>
      {canSend && row.attempts > 0 && row.type !== testEventKind ? (
        <PageForm>
          <input type="hidden" name="intent" value="resend" />
          <input type="hidden" name="deliveryId" value={row.id} />
          <button
            className="button button-quiet button-small"
            aria-label={t('webhooks.resend-one', { event: `\u2068${name}\u2069`, time: row.occurred })}
          >
            {t('webhooks.resend')}
          </button>
        </PageForm>
      ) : null}
    </li>
  )
}

/** What the receiver responded, how long it took, and when the event is sent again. */
function LastAttempt({ row }: { readonly row: DeliveryRow }) {
  const t = useText()
  if (row.attempts === 0) return null
  const error = row.error === null ? undefined : errorText(row.error)
  const parts = [
    row.status === null ? null : t('webhooks.status', { status: `\u2066${row.status}\u2069` }),
    error ? t(error) : null,
    row.durationMs === null ? null : t('webhooks.duration', { count: row.durationMs }),
    row.attempts > 1 ? t('webhooks.attempts', { count: row.attempts }) : null,
    row.state === 'pending' && row.next ? t('webhooks.next-attempt', { time: row.next }) : null,
  ]
  return <p className="small">{parts.filter((part) => part !== null).join(' · ')}</p>
}
