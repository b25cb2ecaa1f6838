import '#web/features/money/refunds/refund.css'
import '#web/features/money/refunds/staff.css'
import { redirect } from 'react-router'
import { Attempts } from '#web/features/money/refunds/attempts.tsx'
import { PaymentTimeline } from '#web/features/money/refunds/payment-timeline.tsx'
import { useDayText } from '#web/features/money/refunds/refund-marks.tsx'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import type { Route } from './+types/attempts'
import { ProviderLink } from './donation-parts.tsx'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/cards', 'money/ledger']

const unpaid = new Set(['CREATED', 'REQUIRES_ACTION', 'PROCESSING', 'FAILED', 'EXPIRED', 'CANCELLED'])

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params }) => {
    const payment = await api('GET /v4/staff/donations/:intentId/attempts', { intentId: params.intentId })
    // The payment succeeded in the meantime, and its donation page shows more.
    if (!unpaid.has(payment.state)) return redirect(`/staff/donations/${payment.intentId}`)
    return { payment }
  })

/** An unpaid payment: its attempts, and what comes next. */
export default function StaffAttemptsPage({ loaderData: { payment } }: Route.ComponentProps) {
  const t = useText()
  const day = useDayText()
  const name = payment.donor.name || t('refunds.anonymous')
  return (
    <div className="stack-lg">
      <title>{t('attempts.page-title', { name })}</title>
      <p>
        <a href="/staff/donations">{t('staff-donation.back')}</a>
      </p>
      <div className="stack">
        <h1>{t('attempts.page-title', { name: `\u2068${name}\u2069` })}</h1>
        <p>
          <span className="strong">
            <Amount minor={payment.amount} currency={payment.currency} fractions="always" /> {payment.currency}
          </span>{' '}
          · {t(`staff-donation.state-${payment.state}` as MessageKey)}
        </p>
      </div>
      <PaymentTimeline payment={payment} currency={payment.currency} />
      <Attempts payment={payment} />
      <section className="stack" aria-labelledby="payment-details">
        <h2 id="payment-details">{t('staff-donation.payment-details')}</h2>
        <dl className="lines staff-facts">
          <dt>{t('staff-donation.donor')}</dt>
          <dd>
            <bdi>{name}</bdi> · {t(payment.donor.isMember ? 'staff-donation.member' : 'staff-donation.guest')}
          </dd>
          {payment.donor.email ? (
            <>
              <dt>{t('staff-donation.email')}</dt>
              <dd>
                <bdi dir="ltr">{payment.donor.email}</bdi>
              </dd>
            </>
          ) : null}
          <dt>{t('attempts.requested-at')}</dt>
          <dd>{day(payment.requestedAt)}</dd>
          <dt>{t('staff-donation.payment')}</dt>
          <dd>
            <bdi>
              {payment.provider} {payment.providerIntentId}
            </bdi>{' '}
            <ProviderLink url={payment.providerUrl} />
          </dd>
        </dl>
      </section>
      <section className="stack" aria-labelledby="for">
        <h2 id="for">{t('attempts.for')}</h2>
        <ul className="staff-rows">
          {payment.donations.map((donation) => (
            <li key={donation.reference} className="staff-row">
              <div className="staff-row-what">
                <a href={`/v4/campaign/${encodeURIComponent(donation.campaignSlug)}`}>
                  <bdi>{donation.campaign}</bdi>
                </a>
                <span className="quiet small">
                  <bdi>{donation.organization}</bdi> ·{' '}
                  {t('staff-donation.reference', { reference: `\u2066${donation.reference}\u2069` })}
                </span>
              </div>
              <div className="staff-row-side">
                <span className="strong">
                  <Amount
                    minor={donation.gift + donation.tip + donation.coveredFee}
                    currency={payment.currency}
                    fractions="always"
                  />
                </span>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
