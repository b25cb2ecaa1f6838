import type { Currency } from '#shared/money.ts'
import type { ReactNode } from 'react'
import { wasPaid } from '#modules/money/giving/rules/donation-status.ts'
import { cardName } from '#web/features/money/cards/card-text.ts'
import { BothDays, DonationStatus } from '#web/features/money/giving/donation-list.tsx'
import { useDayText } from '#web/features/money/refunds/refund-marks.tsx'
import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import type { Route } from './+types/donation'

type Data = Route.ComponentProps['loaderData']
type Refunded = NonNullable<Data['refunded']>

/** The status of the donor's refund request. `isNew`: it was just sent. */
export function RefundRequestNotice({
  request,
  isNew,
}: {
  readonly request: Refunded['request'] | null
  readonly isNew: boolean
}) {
  const t = useText()
  const day = useDayText()
  if (request?.state === 'declined')
    return <p className="notice">{t('donation-refund.declined', { note: `\u2068${request.note}\u2069` })}</p>
  if (request?.state !== 'open') return null
  return isNew ? (
    <p className="notice" role="status">
      {t('donation-refund.sent')}
    </p>
  ) : (
    <p className="notice">{t('donation-refund.open', { date: day(request.createdAt) })}</p>
  )
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

const Line = ({
  label,
  minor,
  currency,
}: {
  readonly label: string
  readonly minor: number
  readonly currency: Currency
}) => (
  <Fact label={label}>
    <Amount minor={minor} currency={currency} fractions="always" />
  </Fact>
)

/** The amounts paid and refunded. */
export function DonationAmounts({
  donation,
  refunds,
}: {
  readonly donation: Data['donation']
  readonly refunds: Refunded['refunds']
}) {
  const t = useText()
  const day = useDayText()
  return (
    <div className="card card-in stack lines-in">
      <BothDays day={donation.givenOn} hijri={donation.givenOnHijri} />
      <p>
        <DonationStatus status={donation.status} />{' '}
        {donation.isZakat ? <span className="badge badge-zakat">{t('donations.zakat')}</span> : null}
      </p>
      <dl className="lines">
        <Line
          label={t(donation.isZakat ? 'donation.zakat-line' : 'donation.line')}
          minor={donation.gift}
          currency={donation.currency}
        />
        {donation.coveredFee > 0 ? (
          <Line label={t('donation.covered-fee')} minor={donation.coveredFee} currency={donation.currency} />
        ) : null}
        {donation.tip > 0 ? <Line label={t('donation.tip')} minor={donation.tip} currency={donation.currency} /> : null}
        <dt className="lines-total">{t('donation.total')}</dt>
        <dd className="lines-total">
          <Amount minor={donation.total} currency={donation.currency} fractions="always" />
        </dd>
        {refunds.map((refund) => (
          <Line
            key={refund.id}
            label={t(refund.state === 'succeeded' ? 'donation-refund.refunded' : 'donation-refund.on-its-way', {
              date: day(refund.at),
            })}
            minor={-refund.amount}
            currency={refund.currency}
          />
        ))}
        {donation.refundedAmount > 0 ? (
          <>
            <dt className="lines-total">{t('donation.remaining')}</dt>
            <dd className="lines-total">
              <Amount
                minor={donation.total - donation.refundedAmount}
                currency={donation.currency}
                fractions="always"
              />
            </dd>
          </>
        ) : null}
      </dl>
    </div>
  )
}

/** Details of the payment that aren't part of the donor's total. */
export function DonationDetails({ donation, receipt }: Pick<Data, 'donation' | 'receipt'>) {
  const t = useText()
  return (
    <section className="stack lines-in" aria-labelledby="facts">
      <h2 id="facts">{t('donation.facts')}</h2>
      <dl className="lines">
        {donation.isZakat && donation.zakatEligible !== null ? (
          <Line label={t('donation.zakat-eligible')} minor={donation.zakatEligible} currency={donation.currency} />
        ) : null}
        {donation.processingFee !== null ? (
          <Line label={t('donation.processing-fee')} minor={donation.processingFee} currency={donation.currency} />
        ) : null}
        {donation.card ? <Fact label={t('donation.card')}>{cardName(t, donation.card)}</Fact> : null}
        {donation.giftAid ? <Fact label="Gift Aid">{t('donation.yes')}</Fact> : null}
        {donation.isAnonymous ? <Fact label={t('donation.anonymous')}>{t('donation.yes')}</Fact> : null}
        {donation.fields.map(({ label, text }) => (
          <Fact key={label} label={label}>
            <span dir="auto">{text}</span>
          </Fact>
        ))}
        <dt>{t('donation.reference')}</dt>
        <dd>
          <bdi>{donation.reference}</bdi>
        </dd>
        {receipt ? (
          <Fact label={t('donation.receipt')}>
            <bdi dir="ltr">{receipt.number}</bdi>
          </Fact>
        ) : null}
      </dl>
    </section>
  )
}

/** The receipt's documents, a button to send it again, and a link to the fundraiser. */
export function DonationActions({
  donation,
  receipt,
  children,
}: Pick<Data, 'donation' | 'receipt'> & {
  /** Links to pages about this donation. */
  readonly children: ReactNode
}) {
  const t = useText()
  const isPaid = wasPaid(donation.status)
  return (
    <div className="stack">
      <div className="button-row">
        {receipt ? (
          <>
            <a className="button button-primary" href={`/v4/receipts/${receipt.id}/document?format=pdf`}>
              {t('donation.receipt-pdf')}
            </a>
            <a className="button button-quiet" href={`/v4/receipts/${receipt.id}/document`}>
              {t('donation.receipt-page')}
            </a>
          </>
        ) : null}
        {isPaid && donation.status !== 'refunded' ? (
          <PageForm>
            <button className="button button-quiet">{t('donation.resend')}</button>
          </PageForm>
        ) : null}
        <a
          className="button button-quiet"
          href={`/v4/campaign/${encodeURIComponent(donation.campaign.slug)}?src=account`}
        >
          {t(isPaid ? 'donation.see' : 'donation.fundraiser')}
        </a>
      </div>
      <div className="donation-links">{children}</div>
    </div>
  )
}

/** Links to pages about a donation. `taxText`: text of the link to the home address; null without an effect. */
export function DonationLinks({
  donation,
  refunded,
  hasTrail,
  isQurbani,
  taxText,
}: Pick<Data, 'donation' | 'refunded' | 'hasTrail' | 'isQurbani'> & { readonly taxText: string | null }) {
  const t = useText()
  const here = `/account/donations/${donation.id}`
  return (
    <>
      {wasPaid(donation.status) && donation.isZakat ? (
        <a href={`${here}/zakat`}>{t('donation.zakat-distribution')}</a>
      ) : null}
      {hasTrail ? <a href={`${here}/trail`}>{t('donation.trail')}</a> : null}
      {isQurbani ? <a href={`${here}/qurbani`}>{t('donation.qurbani')}</a> : null}
      {taxText ? <a href={`${here}/tax-address`}>{taxText}</a> : null}
      {refunded?.canAsk ? <a href={`${here}/refund`}>{t('donation-refund.link')}</a> : null}
    </>
  )
}
