import { useText } from '#web/lib/text.tsx'
import { WebhookBadge } from './webhook-parts.tsx'
import type { WebhookRow } from './webhook-rows.ts'

/** The webhooks of a charity with their states; each links to its page below `root`. */
export function WebhookList({ root, rows }: { readonly root: string; readonly rows: readonly WebhookRow[] }) {
  const t = useText()
  return (
    <ul className="webhooks-list">
      {rows.map((row) => (
        <li key={row.id}>
          <p>
            <a className="strong" href={`${root}/${row.id}`}>
              <bdi dir="ltr">{row.url}</bdi>
            </a>{' '}
            <WebhookBadge state={row.state} />
          </p>
          <p className="quiet small">
            {row.state === 'failing' ? `${t('webhooks.failing-since', { when: row.failed ?? '' })} · ` : null}
            {row.state === 'disabled' ? `${t('webhooks.disabled-since', { when: row.disabled ?? '' })} · ` : null}
            {t('webhooks.event-count', { count: row.events.length })}
          </p>
        </li>
      ))}
    </ul>
  )
}
