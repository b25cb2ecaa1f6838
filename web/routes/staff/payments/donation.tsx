import '#web/features/money/refunds/refund.css'
import '#web/features/money/refunds/staff.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { refundStates } from '#modules/money/refunds/rules/states.ts'
import { money, toMajor } from '#shared/money.ts'
import { Attempts } from '#web/features/money/refunds/attempts.tsx'
import {
  LedgerEntries,
  RefundItem,
  RefundRequestItem,
  PaymentParts,
} from '#web/features/money/refunds/donation-parts.tsx'
import { postedRefund, type PostedRefund } from '#web/features/money/refunds/posted-refund.ts'
import { PaymentTimeline } from '#web/features/money/refunds/payment-timeline.tsx'
import { ManualReviewList } from '#web/features/money/refunds/manual-review.tsx'
import { DisputeEvidenceSection } from '#web/features/money/refunds/dispute-evidence.tsx'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useText, type MessageKey } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import type { Route } from './+types/donation'
import { DonationDetails, type DonationActionData, Receipts, RefundPart } from './donation-parts.tsx'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/cards', 'money/ledger']

const endings = [...refundStates, 'declined', 'copied', 'replaced'] as const

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params, query }) => {
    const donation = await api('GET /v4/staff/donations/:intentId', { intentId: params.intentId })
    const done = query.get('done')
    return { donation, done: endings.find((ending) => ending === done) ?? null }
  })

/**
 * Plain forms: `check` shows the confirmation, `refund` refunds, `approve` and `reject` are the second person's
 * decision, `grant` and `decline` decide a donor's request, `copy` mails a receipt again.
 */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const { intentId } = params
  const done = (what: (typeof endings)[number], place = 'refunds') =>
    redirect(`/staff/donations/${encodeURIComponent(intentId)}?done=${what}#${place}`, 303)
  const intent = postedText(form, 'intent', 10)
  let posted: PostedRefund | undefined
  try {
    switch (intent) {
      case 'check':
      case 'refund': {
        const donation = await api('GET /v4/staff/donations/:intentId', { intentId })
        const read = postedRefund(
          form,
          donation.donations.map((donation) => donation.donationId),
          donation.currency,
        )
        posted = read.refund
        if (Object.keys(read.wrong).length > 0)
          return data<DonationActionData>({ posted, wrong: read.wrong }, { status: 422 })
        if (intent === 'check') return data<DonationActionData>({ confirm: { ...posted, key: crypto.randomUUID() } })
        const { key, ...rest } = posted
        const { state } = await api(
          'POST /v4/staff/donations/:intentId/refunds',
          { intentId, ...rest, lines: [...rest.lines] },
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
      case 'copy':
        await api('POST /v4/staff/receipts/:receiptId/copies', { receiptId: postedText(form, 'receipt', 64) })
        return done('copied', 'receipts')
      default:
        throw data(null, { status: 400 })
    }
  } catch (error) {
    if (error instanceof Response || (error as { init?: unknown }).init) throw error
    const { message, fields, status } = refusalOf(error)
    return data<DonationActionData>(
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

/** Returns the errors, linked to the amounts, the note to the donor or the refund form. */
function wrongIn(answered: DonationActionData | undefined, requestId: string, notAnAmount: string) {
  if (answered?.wrong) return Object.keys(answered.wrong).map((id) => ({ id, text: notAnAmount }))
  if (!answered?.message) return []
  const note = answered.fields?.note
  return note
    ? [{ id: `note-${requestId}`, text: note }]
    : toFormErrors({ message: answered.message, fields: {} }, 'refund')
}

export default function StaffDonationPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { donation, done } = loaderData
  const example = toMajor(money(2050n, donation.currency))
  const answered = actionData as DonationActionData | undefined
  const notAnAmount = t('refund-form.not-an-amount', { example })
  const errors = Object.fromEntries(Object.keys(answered?.wrong ?? {}).map((field) => [field, notAnAmount]))
  const openRequest = donation.requests.find(({ state }) => state === 'open')
  const wrong = wrongIn(answered, openRequest?.id ?? '', notAnAmount)
  const name = donation.donor.name || t('refunds.anonymous')
  const title = t('staff-donation.title', { name })
  return (
    <div className="stack-lg">
      <title>{wrong.length > 0 ? t('shell.title-problem', { title }) : title}</title>
      <p>
        <a href="/staff/donations">{t('staff-donation.back')}</a>
      </p>
      <div className="stack">
        <h1>{t('staff-donation.title', { name: `\u2068${name}\u2069` })}</h1>
        <p>
          <span className="strong">
            <Amount minor={donation.amount} currency={donation.currency} fractions="always" />
          </span>{' '}
          · {t(`staff-donation.state-${donation.state}` as MessageKey)}
        </p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={wrong} />
      {done && !answered ? (
        <p className="notice" role="status">
          {t(`refund-form.done-${done}`)}
        </p>
      ) : null}

      <div className="with-panel">
        <div className="stack-lg">
          <section className="card card-in stack" aria-labelledby="paid-for">
            <h2 id="paid-for">{t('staff-donation.donations')}</h2>
            <PaymentParts donation={donation} />
          </section>

          {donation.requests.length > 0 ? (
            <section className="card card-in stack" aria-labelledby="requests">
              <h2 id="requests">{t('staff-donation.requests')}</h2>
              <ul className="staff-rows">
                {donation.requests.map((request) => (
                  <RefundRequestItem
                    key={request.id}
                    request={request}
                    canDecide={donation.canReview}
                    canGrant={donation.canRefund}
                    error={answered?.fields?.note}
                    typed={answered?.note ?? ''}
                  />
                ))}
              </ul>
            </section>
          ) : null}

          {donation.manualReviews.length > 0 ? (
            <section className="card card-in stack" aria-labelledby="manual-review">
              <h2 id="manual-review">{t('manual-review.title')}</h2>
              <ManualReviewList reviews={donation.manualReviews} canResolve={donation.canReview} />
            </section>
          ) : null}

          <section className="card card-in stack" aria-labelledby="refunds">
            <h2 id="refunds">{t('staff-donation.refunds')}</h2>
            {donation.refunds.length === 0 ? <p className="quiet">{t('staff-donation.no-refunds')}</p> : null}
            <ul className="staff-rows">
              {donation.refunds.map((refund) => (
                <RefundItem key={refund.id} refund={refund} canReview={donation.canReview} />
              ))}
            </ul>
          </section>

          <PaymentTimeline payment={donation} currency={donation.currency} />
          <Attempts payment={donation} />

          {donation.disputeEvidence ? <DisputeEvidenceSection evidence={donation.disputeEvidence} /> : null}

          <DonationDetails donation={donation} name={name} />
          <Receipts donation={donation} />

          <section className="card card-in stack" aria-labelledby="books">
            <h2 id="books">{t('staff-donation.books')}</h2>
            <LedgerEntries donation={donation} />
          </section>
        </div>
        <section className="card card-in stack panel" aria-labelledby="refund">
          <h2 id="refund">{t('refund-form.title')}</h2>
          <RefundPart donation={donation} answered={answered} errors={errors} />
        </section>
      </div>
    </div>
  )
}
