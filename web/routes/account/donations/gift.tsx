import '../../../styles/gifts.css'
import { Fragment } from 'react'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { wasPaid } from '#modules/money/giving/rules/gift-status.ts'
import { isProblem } from '#shared/problem.ts'
import { cardName } from '../../../features/money/cards/card-words.ts'
import { BothDays, GiftStatus } from '../../../features/money/giving/gift-list.tsx'
import { withHijriDay } from '../../../features/money/giving/hijri-day.ts'
import { useDay } from '../../../features/money/refunds/refund-marks.tsx'
import { OwnWords } from '../../../features/organizers/comments/own-words.tsx'
import { logInFirst } from '../../../lib/log-in.ts'
import { postedForm } from '../../../lib/posted-form.ts'
import { postedText } from '../../../lib/posted.ts'
import { useLocale, useText } from '../../../lib/text.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import type { Route } from './+types/gift'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, locale, viewer } = context.get(renderContext)
  const url = new URL(request.url)
  if (!viewer.isSignedIn) throw logInFirst(url.pathname)
  try {
    const gift = await api('GET /v4/account/gifts/:donationId', { donationId: params.giftId })
    const isPaid = wasPaid(gift.status)
    const [{ receipt }, refunded, { comment }] = await Promise.all([
      isPaid ? api('GET /v4/account/gifts/:donationId/receipt', { donationId: params.giftId }) : { receipt: null },
      isPaid ? api('GET /v4/account/gifts/:donationId/refunds', { donationId: params.giftId }) : null,
      isPaid ? api('GET /v4/account/gifts/:donationId/comment', { donationId: params.giftId }) : { comment: null },
    ])
    const query = url.searchParams
    return {
      gift: withHijriDay(gift, locale),
      receipt,
      refunded,
      comment,
      isSent: query.get('sent') === 'yes',
      hasAsked: query.get('asked') === 'yes',
      words: wordsDone(query.get('words')),
    }
  } catch (error) {
    if (isProblem(error) && error.class === 'not-found') throw data(null, { status: 404 })
    throw error
  }
}

const wordsDone = (text: string | null) => (text === 'saved' || text === 'gone' ? (text as 'saved' | 'gone') : null)

/** Plain forms, whose answer is this page: has the receipt sent again, saves words of support, or takes them back. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf, viewer } = context.get(renderContext)
  const form = await postedForm(request)
  const intent = postedText(form, 'intent', 12)
  const donationId = params.giftId
  const words = postedText(form, 'words', 8000)
  const here = `/account/gifts/${encodeURIComponent(donationId)}`
  try {
    if (intent !== 'words' && intent !== 'words-back') {
      await api('POST /api/user/resendReceipt', { id: donationId })
      return redirect(`${here}?sent=yes`, 303)
    }
    const { comment } = await api('GET /v4/account/gifts/:donationId/comment', { donationId })
    const of = { campaignId: comment?.campaignId ?? '', commentId: comment?.id ?? '' }
    if (intent === 'words-back') {
      if (comment) await api('DELETE /v4/campaigns/:campaignId/comments/:commentId', of)
      return redirect(`${here}?words=gone#words`, 303)
    }
    if (comment) await api('PATCH /v4/campaigns/:campaignId/comments/:commentId', { ...of, comment: words })
    else await api('POST /v4/donations/comment', { userId: viewer.id, donationId, comment: words })
    return redirect(`${here}?words=saved#words`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    return data(
      {
        message: refused.message,
        words: intent === 'words' ? { typed: words, wrong: refused.fields.comment ?? refused.message } : null,
      },
      { status: refused.status },
    )
  }
}

export default function Gift({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const day = useDay()
  const { gift, receipt, refunded, comment, isSent, hasAsked, words } = loaderData
  const isPaid = wasPaid(gift.status)
  const title = t('gift.title', { name: gift.campaign.name })
  const wrongWords = actionData?.words ? [{ id: 'words-typed', text: actionData.words.wrong }] : []
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
      <title>{actionData ? t('shell.title-problem', { title }) : title}</title>
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
      <ErrorSummary title={t('shell.problem')} wrong={wrongWords} />
      {isSent && !actionData ? (
        <p className="notice" role="status">
          {t('gift.sent')}
        </p>
      ) : null}
      {actionData && !actionData.words ? (
        <p className="notice notice-problem" role="alert">
          {actionData.message}
        </p>
      ) : null}
      {hasAsked && refunded?.request?.state === 'open' ? (
        <p className="notice" role="status">
          {t('gift-refund.sent')}
        </p>
      ) : refunded?.request?.state === 'open' ? (
        <p className="notice">{t('gift-refund.open', { date: day(refunded.request.createdAt) })}</p>
      ) : refunded?.request?.state === 'declined' ? (
        <p className="notice">{t('gift-refund.declined', { note: `\u2068${refunded.request.note}\u2069` })}</p>
      ) : null}
      {isPaid ? null : (
        <p className="notice">{t(`gift.about-${gift.status as 'processing' | 'unknown' | 'declined'}`)}</p>
      )}
      <div className="card card-in stack lines-in">
        <BothDays day={gift.givenOn} hijri={gift.givenOnHijri} />
        <p>
          <GiftStatus status={gift.status} />{' '}
          {gift.isZakat ? <span className="badge badge-zakat">{t('gifts.zakat')}</span> : null}
        </p>
        <dl className="lines">
          {line(t(gift.isZakat ? 'gift.zakat-line' : 'gift.line'), gift.gift)}
          {gift.coveredFee > 0 ? line(t('gift.covered-fee'), gift.coveredFee) : null}
          {gift.tip > 0 ? line(t('gift.tip'), gift.tip) : null}
          <dt className="total">{t('gift.total')}</dt>
          <dd className="total">
            <Amount minor={gift.total} currency={gift.currency} fractions="always" /> {gift.currency}
          </dd>
          {refunded?.refunds.map((refund) => (
            <Fragment key={refund.id}>
              <dt>
                {t(refund.state === 'succeeded' ? 'gift-refund.given-back' : 'gift-refund.on-its-way', {
                  date: day(refund.at),
                })}
              </dt>
              <dd>
                <Amount minor={-refund.amount} currency={refund.currency} fractions="always" />
              </dd>
            </Fragment>
          ))}
          {gift.returned > 0 ? (
            <>
              <dt className="total">{t('gift.left')}</dt>
              <dd className="total">
                <Amount minor={gift.total - gift.returned} currency={gift.currency} fractions="always" />{' '}
                {gift.currency}
              </dd>
            </>
          ) : null}
        </dl>
      </div>
      <section className="stack lines-in" aria-labelledby="facts">
        <h2 id="facts">{t('gift.facts')}</h2>
        <dl className="lines">
          {gift.isZakat && gift.zakatEligible !== null ? line(t('gift.zakat-eligible'), gift.zakatEligible) : null}
          {gift.processingFee !== null ? line(t('gift.processing-fee'), gift.processingFee) : null}
          {gift.card ? (
            <>
              <dt>{t('gift.card')}</dt>
              <dd>{cardName(t, gift.card)}</dd>
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
          {gift.fields.map(({ label, text }) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{text}</dd>
            </Fragment>
          ))}
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
      {isPaid && gift.status !== 'refunded' ? (
        <OwnWords
          words={comment}
          isAnonymous={gift.isAnonymous}
          done={actionData ? null : words}
          refused={actionData?.words ?? null}
        />
      ) : null}
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
        {isPaid && gift.status !== 'refunded' ? (
          <form method="post">
            <button className="button button-primary button-wide">{t('gift.resend')}</button>
          </form>
        ) : null}
        <a className="button button-quiet" href={`/v4/campaign/${encodeURIComponent(gift.campaign.slug)}?src=account`}>
          {t(isPaid ? 'gift.see' : 'gift.again')}
        </a>
      </div>
      {refunded?.mayAsk ? (
        <p>
          <a href={`/account/gifts/${gift.id}/refund`}>{t('gift-refund.link')}</a>
        </p>
      ) : null}
    </>
  )
}
