import '../../styles/money/refund.css'
import '../../styles/money/staff.css'
import { Fragment } from 'react'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { refundStates } from '#modules/money/refunds/rules/states.ts'
import { type Currency, money, toMajor } from '#shared/money.ts'
import { cardName } from '../../features/money/cards/card-words.ts'
import { Attempts } from '../../features/money/refunds/attempts.tsx'
import { Books, OneRefund, OneRequest, PaidFor } from '../../features/money/refunds/gift-parts.tsx'
import { postedRefund, type PostedRefund } from '../../features/money/refunds/posted-refund.ts'
import { ConfirmRefund, RefundForm } from '../../features/money/refunds/refund-form.tsx'
import { LeftToPerson } from '../../features/money/refunds/left-to-person.tsx'
import { OurSideOfIt } from '../../features/money/refunds/our-side.tsx'
import { useDay } from '../../features/money/refunds/refund-marks.tsx'
import { postedForm } from '../../lib/posted-form.ts'
import { postedText, wrongOf } from '../../lib/posted.ts'
import { theirs } from '../../lib/theirs.ts'
import { useText, type MessageKey } from '../../lib/text.tsx'
import { Amount } from '../../ui/amount.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import type { Route } from './+types/gift'

const endings = [...refundStates, 'declined'] as const

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  const gift = await theirs(viewer, request, () => api('GET /v4/staff/gifts/:intentId', { intentId: params.intentId }))
  const done = new URL(request.url).searchParams.get('done')
  return { gift, done: endings.find((each) => each === done) ?? null }
}

type Posted = {
  readonly confirm?: PostedRefund
  readonly posted?: PostedRefund
  readonly message?: string
  /** What was to be told the donor. */
  readonly note?: string
  readonly fields?: Readonly<Record<string, string>>
  /** Fields whose amount cannot be read, as it was typed. */
  readonly wrong?: Readonly<Record<string, string>>
}

/**
 * Plain forms: `check` asks once more, `refund` gives back, `approve` and `reject` are the second person's words,
 * `grant` and `decline` answer a donor.
 */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const { intentId } = params
  const done = (what: (typeof endings)[number], at = 'refunds') =>
    redirect(`/staff/gifts/${encodeURIComponent(intentId)}?done=${what}#${at}`, 303)
  const intent = postedText(form, 'intent', 10)
  let posted: PostedRefund | undefined
  try {
    switch (intent) {
      case 'check':
      case 'refund': {
        const gift = await api('GET /v4/staff/gifts/:intentId', { intentId })
        const read = postedRefund(
          form,
          gift.gifts.map((each) => each.donationId),
          gift.currency as Currency,
        )
        posted = read.refund
        if (Object.keys(read.wrong).length > 0) return data<Posted>({ posted, wrong: read.wrong }, { status: 422 })
        if (intent === 'check') return data<Posted>({ confirm: { ...posted, key: crypto.randomUUID() } })
        const { key, ...asked } = posted
        const { state } = await api(
          'POST /v4/staff/gifts/:intentId/refunds',
          { intentId, ...asked, lines: [...asked.lines] },
          key,
        )
        return done(state)
      }
      case 'approve':
      case 'reject': {
        const { state } = await api('POST /v4/staff/refunds/:refundId/review', {
          refundId: postedText(form, 'refund', 64),
          decision: intent,
          note: '',
        })
        return done(state)
      }
      case 'grant':
      case 'decline': {
        const { refund } = await api('POST /v4/staff/refund-requests/:requestId/decision', {
          requestId: postedText(form, 'request', 64),
          decision: intent,
          note: postedText(form, 'note', 500),
        })
        return done(refund?.state ?? 'declined', 'requests')
      }
      default:
        throw data(null, { status: 400 })
    }
  } catch (error) {
    if (error instanceof Response || (error as { init?: unknown }).init) throw error
    const { message, fields, status } = refusalOf(error)
    return data<Posted>(
      {
        message,
        fields,
        ...(intent === 'grant' || intent === 'decline' ? { note: postedText(form, 'note', 500) } : {}),
        ...(posted ? { posted } : {}),
      },
      { status },
    )
  }
}

export default function StaffGiftPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const day = useDay()
  const { gift, done } = loaderData
  const path = `/staff/gifts/${gift.intentId}`
  const example = toMajor(money(2050n, gift.currency as Currency))
  const answered = actionData as Posted | undefined
  const errors = Object.fromEntries(
    Object.keys(answered?.wrong ?? {}).map((field) => [field, t('refund-form.not-an-amount', { example })]),
  )
  const noteError = answered?.fields?.note
  const wrong = answered?.wrong
    ? Object.keys(answered.wrong).map((id) => ({ id, text: t('refund-form.not-an-amount', { example }) }))
    : answered?.message
      ? noteError
        ? [{ id: `note-${gift.requests.find((each) => each.state === 'open')?.id ?? ''}`, text: noteError }]
        : wrongOf({ message: answered.message, fields: {} }, 'refund')
      : []
  const name = gift.donor.name || t('refunds.anonymous')
  const title = t('staff-gift.title', { name })
  return (
    <div className="stack-lg">
      <title>{wrong.length > 0 ? t('shell.title-problem', { title }) : title}</title>
      <p>
        <a href="/staff/gifts">{t('staff-gift.back')}</a>
      </p>
      <div className="stack">
        <h1>{t('staff-gift.title', { name: `\u2068${name}\u2069` })}</h1>
        <p>
          <span className="strong">
            <Amount minor={gift.amount} currency={gift.currency} fractions="always" /> {gift.currency}
          </span>{' '}
          · {t(`staff-gift.state-${gift.state}` as MessageKey)}
        </p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={wrong} />
      {done && !answered ? (
        <p className="notice" role="status">
          {t(`refund-form.done-${done}`)}
        </p>
      ) : null}

      <section className="stack" aria-labelledby="paid-for">
        <h2 id="paid-for">{t('staff-gift.gifts')}</h2>
        <PaidFor gift={gift} />
      </section>

      {gift.requests.length > 0 ? (
        <section className="stack" aria-labelledby="requests">
          <h2 id="requests">{t('staff-gift.requests')}</h2>
          <ul className="staff-rows">
            {gift.requests.map((request) => (
              <OneRequest
                key={request.id}
                request={request}
                mayDecide={gift.mayReview}
                mayGrant={gift.mayRefund}
                error={noteError}
                typed={answered?.note ?? ''}
              />
            ))}
          </ul>
        </section>
      ) : null}

      {gift.left.length > 0 ? (
        <section className="stack" aria-labelledby="left">
          <h2 id="left">{t('left.title')}</h2>
          <LeftToPerson left={gift.left} mayDeal={gift.mayReview} />
        </section>
      ) : null}

      <section className="card card-in stack" aria-labelledby="refund">
        <h2 id="refund">{t('refund-form.title')}</h2>
        {gift.mayRefund ? (
          answered?.confirm ? (
            <ConfirmRefund gift={gift} posted={answered.confirm} path={path} />
          ) : (
            <RefundForm gift={gift} posted={answered?.posted} typed={answered?.wrong ?? {}} errors={errors} />
          )
        ) : (
          <p className="quiet">
            {gift.hindrance === 'elsewhere'
              ? t('refund-form.elsewhere', { provider: gift.provider })
              : gift.hindrance === 'disputed'
                ? t('refund-form.disputed')
                : gift.alreadyReturned >= gift.amount
                  ? t('refund-form.nothing')
                  : t('refund-form.not-yours')}
          </p>
        )}
      </section>

      <section className="stack" aria-labelledby="refunds">
        <h2 id="refunds">{t('staff-gift.refunds')}</h2>
        {gift.refunds.length === 0 ? <p className="quiet">{t('staff-gift.no-refunds')}</p> : null}
        <ul className="staff-rows">
          {gift.refunds.map((refund) => (
            <OneRefund key={refund.id} refund={refund} mayReview={gift.mayReview} />
          ))}
        </ul>
      </section>

      <Attempts of={gift} />

      {gift.ourSide ? <OurSideOfIt of={gift.ourSide} /> : null}

      <section className="stack" aria-labelledby="facts">
        <h2 id="facts">{t('staff-gift.facts')}</h2>
        <dl className="lines staff-facts">
          <dt>{t('staff-gift.donor')}</dt>
          <dd>
            <bdi>{name}</bdi> · {t(gift.donor.isMember ? 'staff-gift.member' : 'staff-gift.guest')}
          </dd>
          {gift.donor.email ? (
            <>
              <dt>{t('staff-gift.email')}</dt>
              <dd>
                <bdi dir="ltr">{gift.donor.email}</bdi>
              </dd>
            </>
          ) : null}
          <dt>{t('staff-gift.given-at')}</dt>
          <dd>{day(gift.givenAt)}</dd>
          <dt>{t('staff-gift.returned')}</dt>
          <dd>
            <Amount minor={gift.alreadyReturned} currency={gift.currency} fractions="always" />
          </dd>
          {gift.card ? (
            <>
              <dt>{t('staff-gift.card')}</dt>
              <dd>{cardName(t, gift.card)}</dd>
            </>
          ) : null}
          <dt>{t('staff-gift.payment')}</dt>
          <dd dir="ltr">
            {gift.provider} {gift.providerIntentId}
          </dd>
          {gift.chargeId ? (
            <>
              <dt>{t('staff-gift.charge')}</dt>
              <dd dir="ltr">{gift.chargeId}</dd>
            </>
          ) : null}
        </dl>
      </section>

      <section className="stack" aria-labelledby="receipts">
        <h2 id="receipts">{t('staff-gift.receipts')}</h2>
        {gift.receipts.length === 0 ? <p className="quiet">{t('staff-gift.no-receipts')}</p> : null}
        <dl className="lines">
          {gift.receipts.map((receipt) => (
            <Fragment key={receipt.id}>
              <dt>
                <bdi dir="ltr">{receipt.number}</bdi>
              </dt>
              <dd>
                {receipt.voidedAt ? t('staff-gift.void', { date: day(receipt.voidedAt) }) : t('staff-gift.valid')}
              </dd>
            </Fragment>
          ))}
        </dl>
      </section>

      <section className="stack" aria-labelledby="books">
        <h2 id="books">{t('staff-gift.books')}</h2>
        <Books gift={gift} />
      </section>
    </div>
  )
}
