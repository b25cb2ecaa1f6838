import type { Currency } from '#shared/money.ts'
import { useText } from '#web/lib/text.tsx'
import { useMinorText } from './refund-marks.tsx'
import { timelineOf, type TimelineEvent, type TimelinePayment } from './timeline.ts'

/** What happened to a payment, in plain words and order of time. */
export function PaymentTimeline({
  payment,
  currency,
}: {
  readonly payment: TimelinePayment
  readonly currency: Currency
}) {
  const t = useText()
  const show = useMinorText(currency)
  const sentence = ({ kind, text, amount, declineClass }: TimelineEvent) => {
    const params = {
      text: text === undefined ? '' : `\u2068${text}\u2069`,
      amount: amount === undefined ? '' : show(amount),
    }
    const words = t(`timeline.${kind}`, params)
    return declineClass ? `${words} ${t(`attempts.class-${declineClass}`)}.` : words
  }
  return (
    <section className="card card-in stack" aria-labelledby="timeline">
      <h2 id="timeline">{t('timeline.title')}</h2>
      <ol className="staff-timeline">
        {timelineOf(payment).map((event, index) => (
          <li key={index}>
            <time className="quiet small" dateTime={event.at}>
              <bdi dir="ltr">{event.at.slice(0, 16).replace('T', ' ')} UTC</bdi>
            </time>
            <span>{sentence(event)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
