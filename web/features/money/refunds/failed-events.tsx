import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDayText } from './refund-marks.tsx'

type FailedEvent = OutputOf<ProductContract, 'GET /v4/staff/failed-events'>['events'][number]

const kinds = ['donation.succeeded', 'refund.succeeded', 'refund.failed'] as const

/** Payments whose totals, receipts or emails failed on every attempt: the error, and a button to retry. */
export function FailedEvents({ events, canRetry }: { events: readonly FailedEvent[]; canRetry: boolean }) {
  return (
    <ul className="staff-rows">
      {events.map((event) => (
        <FailedEventItem key={event.id} event={event} canRetry={canRetry} />
      ))}
    </ul>
  )
}

function FailedEventItem({ event, canRetry }: { readonly event: FailedEvent; readonly canRetry: boolean }) {
  const t = useText()
  const day = useDayText()
  const id = `event-${event.id}`
  const kind = kinds.find((known) => known === event.kind)
  return (
    <li className="staff-event">
      <div className="row-apart row-baseline">
        <a id={id} href={`/staff/donations/${event.intentId}`}>
          {kind ? t(`failed-events.${kind}`) : <bdi dir="ltr">{event.kind}</bdi>}
        </a>
        <span className="quiet small">{day(event.failedAt)}</span>
      </div>
      <p className="small">
        <bdi dir="ltr">{event.error}</bdi>
      </p>
      {canRetry ? (
        <PageForm action="/staff/refunds">
          <input type="hidden" name="event" value={event.id} />
          <Button look="quiet" name="intent" value="retry" aria-describedby={id}>
            {t('failed-events.retry')}
          </Button>
        </PageForm>
      ) : null}
    </li>
  )
}
