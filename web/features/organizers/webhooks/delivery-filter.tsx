import { withQuery } from '#shared/pages/with-query.ts'
import { useText } from '#web/lib/text.tsx'
import { deliveryStates } from './webhook-rows.ts'

/** Links to the deliveries of all states or of one, which work without JavaScript. */
export function DeliveryFilter({
  path,
  state,
}: {
  readonly path: string
  readonly state: (typeof deliveryStates)[number] | null
}) {
  const t = useText()
  return (
    <nav className="webhooks-filter row" aria-label={t('webhooks.filter')}>
      <a className="chip" href={path} aria-current={state === null || undefined}>
        {t('webhooks.filter-all')}
      </a>
      {deliveryStates.map((known) => (
        <a
          key={known}
          className="chip"
          href={withQuery(path, { state: known })}
          aria-current={state === known || undefined}
        >
          {t(`webhooks.delivery-${known}`)}
        </a>
      ))}
    </nav>
  )
}
