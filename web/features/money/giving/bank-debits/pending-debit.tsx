import { useEffect, useState } from 'react'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { formatMoney, fromMajor } from '#shared/money.ts'
import { api, type ApiError } from '#web/lib/api.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { storeThanksRecord, type ThanksRecord } from '../pay.ts'
import { ShareDonation, ThanksLoading, ThanksMissing } from '../thanks-parts.tsx'

type Standing = OutputOf<ProductContract, 'GET /v4/donations/:intentId'>
type Pending = NonNullable<Standing['pending']>

type Props = {
  readonly record: ThanksRecord
  readonly slug: string
  readonly origin: string
  readonly imageUrl: string | null
}

/**
 * The thank-you page while a bank debit is pending: without receipt, raised amount, password form and monthly
 * suggestion (payments-26). Reloads the page when the debit succeeds.
 */
export function PendingDebit({ record, slug, ...page }: Props) {
  const t = useText()
  const [debit, setDebit] = useState<Pending | 'failed' | 'unread' | null>()
  useEffect(() => {
    api('GET /v4/donations/:intentId', { intentId: record.intentId, token: record.token }).then(
      ({ paid, pending }) => {
        if (paid) {
          storeThanksRecord(paid)
          location.reload()
        } else setDebit(pending && pending.campaignSlug !== slug ? null : (pending ?? 'failed'))
      },
      (error: unknown) => {
        console.warn('the bank debit could not be read', error)
        setDebit((error as ApiError).isRetryable ? 'unread' : null)
      },
    )
  }, [record, slug])
  if (debit === undefined) return <ThanksLoading />
  if (debit === null || debit === 'unread') return <ThanksMissing isUnread={debit === 'unread'} />
  if (debit === 'failed')
    return (
      <div className="empty">
        <title>{t('debit.failed')}</title>
        <h1>{t('debit.failed')}</h1>
        <p>{t('debit.failed-text')}</p>
        <p>
          <a className="button button-primary" href={`/v4/checkout/${encodeURIComponent(slug)}`}>
            {t('debit.again')}
          </a>
        </p>
      </div>
    )
  return <Waiting debit={debit} {...page} />
}

function Waiting({ debit, origin, imageUrl }: Pick<Props, 'origin' | 'imageUrl'> & { readonly debit: Pending }) {
  const t = useText()
  const locale = useLocale()
  const amount = formatMoney(fromMajor(debit.amount, debit.currency), locale, { fractions: 'always' })
  return (
    <div className="stack-lg">
      <title>{t('thanks.title')}</title>
      <div className="checkout-thanks">
        <h1>{t('thanks.title')}</h1>
        <p className="strong">
          {t('debit.pending-for', { amount: `\u2068${amount}\u2069`, campaign: `\u2068${debit.campaignName}\u2069` })}
        </p>
        <p role="status">{t('debit.pending')}</p>
        {debit.email ? <p className="quiet">{t('debit.mailed', { email: `\u2068${debit.email}\u2069` })}</p> : null}
      </div>
      {imageUrl ? (
        <img className="checkout-thanks-picture" src={`${imageUrl}&w=960`} alt="" width="960" height="540" />
      ) : null}
      <section className="stack" aria-labelledby="share">
        <h2 id="share">{t('thanks.share')}</h2>
        <ShareDonation
          slug={debit.campaignSlug}
          url={`${origin}/campaign/${debit.campaignSlug}`}
          title={debit.campaignName}
        />
      </section>
      <p>
        <a className="button button-quiet button-wide" href="/v4/discover">
          {t('thanks.another')}
        </a>
      </p>
    </div>
  )
}
