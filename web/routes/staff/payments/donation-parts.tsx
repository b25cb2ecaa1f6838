import { cardName } from '#web/features/money/cards/card-text.ts'
import { ConfirmRefund, RefundForm } from '#web/features/money/refunds/refund-form.tsx'
import { useDayText } from '#web/features/money/refunds/refund-marks.tsx'
import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Route } from './+types/donation'

type Donation = Route.ComponentProps['loaderData']['donation']

/** The refund form, its confirmation, or the reason why nothing can be refunded. */
export function RefundPart({
  donation,
  sent,
  errors,
}: {
  readonly donation: Donation
  readonly sent: Route.ComponentProps['actionData']
  readonly errors: Readonly<Record<string, string>>
}) {
  const t = useText()
  if (!donation.canRefund) return <p className="quiet">{t(blockedText(donation), { provider: donation.provider })}</p>
  if (sent?.intent === 'check' && sent.result)
    return <ConfirmRefund donation={donation} posted={sent.result} path={`/staff/donations/${donation.intentId}`} />
  const isRefund = sent?.intent === 'check' || sent?.intent === 'refund'
  return <RefundForm donation={donation} sent={isRefund ? sent.values : undefined} errors={errors} />
}

function blockedText({ refundBlockedBy, alreadyRefunded, amount }: Donation) {
  if (refundBlockedBy === 'elsewhere' || refundBlockedBy === 'disputed')
    return `refund-form.${refundBlockedBy}` as const
  return alreadyRefunded >= amount ? 'refund-form.nothing' : 'refund-form.not-yours'
}

/** The donor, the card and the provider's references. */
export function DonationDetails({ donation, name }: { readonly donation: Donation; readonly name: string }) {
  const t = useText()
  const day = useDayText()
  return (
    <section className="card card-in stack" aria-labelledby="payment-details">
      <h2 id="payment-details">{t('staff-donation.payment-details')}</h2>
      <dl className="lines staff-facts">
        <dt>{t('staff-donation.donor')}</dt>
        <dd>
          <bdi>{name}</bdi> · {t(donation.donor.isMember ? 'staff-donation.member' : 'staff-donation.guest')}
        </dd>
        {donation.donor.email ? (
          <>
            <dt>{t('staff-donation.email')}</dt>
            <dd>
              <bdi dir="ltr">{donation.donor.email}</bdi>
            </dd>
          </>
        ) : null}
        <dt>{t('staff-donation.paid-at')}</dt>
        <dd>{day(donation.givenAt)}</dd>
        <dt>{t('staff-donation.refunded-or-pending')}</dt>
        <dd>
          <Amount minor={donation.alreadyRefunded} currency={donation.currency} fractions="always" />
        </dd>
        {donation.card ? (
          <>
            <dt>{t('staff-donation.card')}</dt>
            <dd>{cardName(t, donation.card)}</dd>
          </>
        ) : null}
        <dt>{t('staff-donation.payment')}</dt>
        <dd>
          <bdi>
            {donation.provider} {donation.providerIntentId}
          </bdi>{' '}
          <ProviderLink url={donation.providerUrl} />
        </dd>
        {donation.chargeId ? (
          <>
            <dt>{t('staff-donation.charge')}</dt>
            <dd>
              <bdi>{donation.chargeId}</bdi>
            </dd>
          </>
        ) : null}
      </dl>
    </section>
  )
}

/** Opens the payment in its provider's dashboard. */
export function ProviderLink({ url }: { readonly url: string | null }) {
  const t = useText()
  if (url === null) return null
  return (
    <a href={url} rel="noreferrer">
      {t('staff-donation.open-provider')}
    </a>
  )
}

/** The receipts of the payment, valid and void ones, with what staff can do with a valid one. */
export function Receipts({ donation }: { readonly donation: Donation }) {
  const t = useText()
  const day = useDayText()
  return (
    <section className="card card-in stack" aria-labelledby="receipts">
      <h2 id="receipts">{t('staff-donation.receipts')}</h2>
      {donation.receipts.length === 0 ? <p className="quiet">{t('staff-donation.no-receipts')}</p> : null}
      <ul className="staff-rows">
        {donation.receipts.map((receipt) => {
          const number = `\u2066${receipt.number}\u2069`
          return (
            <li key={receipt.id} className="row-apart">
              <span>
                <bdi dir="ltr">{receipt.number}</bdi>{' '}
                <span className="quiet small">
                  {receipt.voidedAt
                    ? t('staff-donation.void', { date: day(receipt.voidedAt) })
                    : t('staff-donation.valid')}
                </span>
              </span>
              {receipt.voidedAt ? null : (
                <PageForm className="button-row">
                  <input type="hidden" name="receipt" value={receipt.id} />
                  {donation.donor.email ? (
                    <Button
                      look="quiet"
                      name="intent"
                      value="copy"
                      aria-label={t('staff-donation.resend-label', { number })}
                    >
                      {t('staff-donation.resend')}
                    </Button>
                  ) : null}
                  {donation.canReview ? (
                    <a
                      className="button button-quiet"
                      href={`/staff/donations/${donation.intentId}/receipts/${receipt.id}`}
                      aria-label={t('staff-donation.replace-label', { number })}
                    >
                      {t('staff-donation.replace')}
                    </a>
                  ) : null}
                </PageForm>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
