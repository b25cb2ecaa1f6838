import '../styles/gifts.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { BothDays, GiftStatus } from '../features/giving/gift-list.tsx'
import { useLocale, useText } from '../lib/text.tsx'
import { Amount } from '../ui/amount.tsx'
import type { Route } from './+types/account-gift'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  const url = new URL(request.url)
  if (!viewer.isSignedIn) throw redirect(`/login?redirectUrl=${encodeURIComponent(url.pathname)}`)
  try {
    const gift = await api('GET /v4/account/gifts/:donationId', { donationId: params.giftId })
    const { receipt } = gift.status === 'succeeded' ? await api('GET /v4/account/gifts/:donationId/receipt', { donationId: params.giftId }) : { receipt: null }
    return { gift, receipt, isSent: url.searchParams.get('sent') === 'yes' }
  } catch (error) {
    if (isProblem(error) && error.class === 'not-found') throw data(null, { status: 404 })
    throw error
  }
}

/** Has the receipt sent again: a plain form, whose answer is this page. */
export async function action({ context, params }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  try {
    await api('POST /api/user/resendReceipt', { id: params.giftId })
  } catch (error) {
    const refused = refusalOf(error)
    return data({ message: refused.message }, { status: refused.status })
  }
  return redirect(`/account/gifts/${encodeURIComponent(params.giftId)}?sent=yes`, 303)
}

export default function Gift({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const { gift, receipt, isSent } = loaderData
  const isPaid = gift.status === 'succeeded'
  const line = (label: string, minor: number) => (
    <>
      <dt>{label}</dt>
      <dd>
        <Amount minor={minor} currency={gift.currency} fractions="always" />
      </dd>
    </>
  )
  return (
    <>
      <title>{t('gift.title', { name: gift.campaign.name })}</title>
      <p>
        <a href="/account/gifts">{t('gift.back')}</a>
      </p>
      <div className="stack">
        <h1 lang={gift.campaign.language} dir="auto">
          {gift.campaign.name}
        </h1>
        <p className="quiet">
          <bdi>{locale === 'ar' && gift.organization.nameAr ? gift.organization.nameAr : gift.organization.name}</bdi>
        </p>
      </div>
      {isSent && !actionData ? (
        <p className="notice" role="status">
          {t('gift.sent')}
        </p>
      ) : null}
      {actionData ? (
        <p className="notice notice-problem" role="alert">
          {actionData.message}
        </p>
      ) : null}
      {isPaid ? null : <p className="notice">{t(`gift.about-${gift.status as 'processing' | 'unknown' | 'declined'}`)}</p>}
      <div className="card card-in stack">
        <BothDays day={gift.givenOn} />
        <p>
          <GiftStatus status={gift.status} /> {gift.isZakat ? <span className="badge badge-zakat">{t('gifts.zakat')}</span> : null}
        </p>
        <dl className="lines">
          {line(t(gift.isZakat ? 'gift.zakat-line' : 'gift.line'), gift.gift)}
          {gift.coveredFee > 0 ? line(t('gift.covered-fee'), gift.coveredFee) : null}
          {gift.tip > 0 ? line(t('gift.tip'), gift.tip) : null}
          <dt className="total">{t('gift.total')}</dt>
          <dd className="total">
            <Amount minor={gift.total} currency={gift.currency} fractions="always" /> {gift.currency}
          </dd>
        </dl>
      </div>
      <section className="stack" aria-labelledby="facts">
        <h2 id="facts">{t('gift.facts')}</h2>
        <dl className="lines">
          {gift.isZakat && gift.zakatEligible !== null ? line(t('gift.zakat-eligible'), gift.zakatEligible) : null}
          {gift.processingFee !== null ? line(t('gift.processing-fee'), gift.processingFee) : null}
          {gift.card ? (
            <>
              <dt>{t('gift.card')}</dt>
              <dd dir="ltr">
                {gift.card.brand} ···· {gift.card.last4}
              </dd>
            </>
          ) : null}
          {gift.giftAid ? (
            <>
              <dt>Gift Aid</dt>
              <dd>{t('gift.yes')}</dd>
            </>
          ) : null}
          {gift.isAnonymous ? (
            <>
              <dt>{t('gift.anonymous')}</dt>
              <dd>{t('gift.yes')}</dd>
            </>
          ) : null}
          <dt>{t('gift.reference')}</dt>
          <dd dir="ltr">{gift.reference}</dd>
          {receipt ? (
            <>
              <dt>{t('gift.receipt')}</dt>
              <dd>
                <bdi dir="ltr">{receipt.number}</bdi>
              </dd>
            </>
          ) : null}
        </dl>
      </section>
      <div className="two">
        {receipt ? (
          <a className="button button-quiet" href={`/v4/receipts/${receipt.id}/document?format=pdf`}>
            {t('gift.receipt-pdf')}
          </a>
        ) : null}
        {receipt ? (
          <a className="button button-quiet" href={`/v4/receipts/${receipt.id}/document`}>
            {t('gift.receipt-page')}
          </a>
        ) : null}
        {isPaid ? (
          <form method="post">
            <button className="button button-primary button-wide">{t('gift.resend')}</button>
          </form>
        ) : null}
        <a className="button button-quiet" href={`/v4/campaign/${encodeURIComponent(gift.campaign.slug)}?src=account`}>
          {t(isPaid ? 'gift.see' : 'gift.again')}
        </a>
      </div>
    </>
  )
}
