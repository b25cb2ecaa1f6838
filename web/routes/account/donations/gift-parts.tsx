import type { Currency } from '#shared/money.ts'
import type { ReactNode } from 'react'
import { wasPaid } from '#modules/money/giving/rules/gift-status.ts'
import { cardName } from '../../../features/money/cards/card-text.ts'
import { BothDays, GiftStatus } from '../../../features/money/giving/gift-list.tsx'
import { useDay } from '../../../features/money/refunds/refund-marks.tsx'
import { useText } from '../../../lib/text.tsx'
import { Amount } from '../../../ui/amount.tsx'
import type { Route } from './+types/gift'

type Data = Route.ComponentProps['loaderData']
type Refunded = NonNullable<Data['refunded']>

/** The state of the donor's own refund request; `isNew`: they have just sent it. */
export function RefundRequestNotice({
  request,
  isNew,
}: {
  readonly request: Refunded['request'] | null
  readonly isNew: boolean
}) {
  const t = useText()
  const day = useDay()
  if (request?.state === 'declined')
    return <p className="notice">{t('gift-refund.declined', { note: `\u2068${request.note}\u2069` })}</p>
  if (request?.state !== 'open') return null
  return isNew ? (
    <p className="notice" role="status">
      {t('gift-refund.sent')}
    </p>
  ) : (
    <p className="notice">{t('gift-refund.open', { date: day(request.createdAt) })}</p>
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

/** What was paid, and what of it was refunded. */
export function GiftAmounts({ gift, refunds }: { readonly gift: Data['gift']; readonly refunds: Refunded['refunds'] }) {
  const t = useText()
  const day = useDay()
  return (
    <div className="card card-in stack lines-in">
      <BothDays day={gift.givenOn} hijri={gift.givenOnHijri} />
      <p>
        <GiftStatus status={gift.status} />{' '}
        {gift.isZakat ? <span className="badge badge-zakat">{t('gifts.zakat')}</span> : null}
      </p>
      <dl className="lines">
        <Line label={t(gift.isZakat ? 'gift.zakat-line' : 'gift.line')} minor={gift.gift} currency={gift.currency} />
        {gift.coveredFee > 0 ? (
          <Line label={t('gift.covered-fee')} minor={gift.coveredFee} currency={gift.currency} />
        ) : null}
        {gift.tip > 0 ? <Line label={t('gift.tip')} minor={gift.tip} currency={gift.currency} /> : null}
        <dt className="lines-total">{t('gift.total')}</dt>
        <dd className="lines-total">
          <Amount minor={gift.total} currency={gift.currency} fractions="always" /> {gift.currency}
        </dd>
        {refunds.map((refund) => (
          <Line
            key={refund.id}
            label={t(refund.state === 'succeeded' ? 'gift-refund.refunded' : 'gift-refund.on-its-way', {
              date: day(refund.at),
            })}
            minor={-refund.amount}
            currency={refund.currency}
          />
        ))}
        {gift.returned > 0 ? (
          <>
            <dt className="lines-total">{t('gift.left')}</dt>
            <dd className="lines-total">
              <Amount minor={gift.total - gift.returned} currency={gift.currency} fractions="always" /> {gift.currency}
            </dd>
          </>
        ) : null}
      </dl>
    </div>
  )
}

/** The facts of the payment that are not part of the donor's total. */
export function GiftDetails({ gift, receipt }: Pick<Data, 'gift' | 'receipt'>) {
  const t = useText()
  return (
    <section className="stack lines-in" aria-labelledby="facts">
      <h2 id="facts">{t('gift.facts')}</h2>
      <dl className="lines">
        {gift.isZakat && gift.zakatEligible !== null ? (
          <Line label={t('gift.zakat-eligible')} minor={gift.zakatEligible} currency={gift.currency} />
        ) : null}
        {gift.processingFee !== null ? (
          <Line label={t('gift.processing-fee')} minor={gift.processingFee} currency={gift.currency} />
        ) : null}
        {gift.card ? <Fact label={t('gift.card')}>{cardName(t, gift.card)}</Fact> : null}
        {gift.giftAid ? <Fact label="Gift Aid">{t('gift.yes')}</Fact> : null}
        {gift.isAnonymous ? <Fact label={t('gift.anonymous')}>{t('gift.yes')}</Fact> : null}
        {gift.fields.map(({ label, text }) => (
          <Fact key={label} label={label}>
            <span dir="auto">{text}</span>
          </Fact>
        ))}
        <dt>{t('gift.reference')}</dt>
        <dd>
          <bdi>{gift.reference}</bdi>
        </dd>
        {receipt ? (
          <Fact label={t('gift.receipt')}>
            <bdi dir="ltr">{receipt.number}</bdi>
          </Fact>
        ) : null}
      </dl>
    </section>
  )
}

/** The receipt's documents, sending it again, and the way back to the fundraiser. */
export function GiftActions({ gift, receipt }: Pick<Data, 'gift' | 'receipt'>) {
  const t = useText()
  const isPaid = wasPaid(gift.status)
  return (
    <div className="button-row">
      {receipt ? (
        <>
          <a className="button button-primary" href={`/v4/receipts/${receipt.id}/document?format=pdf`}>
            {t('gift.receipt-pdf')}
          </a>
          <a className="button button-quiet" href={`/v4/receipts/${receipt.id}/document`}>
            {t('gift.receipt-page')}
          </a>
        </>
      ) : null}
      {isPaid && gift.status !== 'refunded' ? (
        <form method="post">
          <button className="button button-quiet">{t('gift.resend')}</button>
        </form>
      ) : null}
      <a className="button button-quiet" href={`/v4/campaign/${encodeURIComponent(gift.campaign.slug)}?src=account`}>
        {t(isPaid ? 'gift.see' : 'gift.again')}
      </a>
    </div>
  )
}
