import '#web/features/money/refunds/refund.css'
import '#web/features/money/refunds/staff.css'
import type { RenderContext } from '#server/pages/render-context.ts'
import { refundStates } from '#modules/money/refunds/rules/states.ts'
import { money, toMajor } from '#shared/money.ts'
import { Attempts } from '#web/features/money/refunds/attempts.tsx'
import {
  LedgerEntries,
  RefundItem,
  RefundRequestItem,
  PaymentParts,
} from '#web/features/money/refunds/donation-parts.tsx'
import { postedRefund, refundFields } from '#web/features/money/refunds/posted-refund.ts'
import { PaymentTimeline } from '#web/features/money/refunds/payment-timeline.tsx'
import { ManualReviewList } from '#web/features/money/refunds/manual-review.tsx'
import { DisputeEvidenceSection } from '#web/features/money/refunds/dispute-evidence.tsx'
import { useText, type MessageKey } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ErrorSummary, type FormError } from '#web/ui/error-summary.tsx'
import { hidden, text, type ValuesOf } from '#web/kit/fields.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { submitForms } from '#web/kit/submit-form.ts'
import type { Route } from './+types/donation'
import { DonationDetails, Receipts, RefundPart } from './donation-parts.tsx'
import type { Namespaces } from '#web/lib/namespace-lists.ts'
import { DoneNotice } from '#web/ui/result-notice.tsx'

export const namespaces: Namespaces = ['money/cards', 'money/ledger']

const endings = [...refundStates, 'declined', 'copied', 'replaced'] as const

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params, query }) => {
    const donation = await api('GET /v4/staff/donations/:intentId', { intentId: params.intentId })
    const done = query.get('done')
    return { donation, done: endings.find((ending) => ending === done) ?? null }
  })

const decisionFields = { request: hidden, note: text(500) }
const reviewFields = { refund: hidden }

/**
 * `check` shows the confirmation, `refund` refunds, `approve` and `reject` are the second person's decision, `grant` and
 * `decline` decide a donor's request, `copy` mails a receipt again.
 */
export function action(args: Route.ActionArgs) {
  const { intentId } = args.params
  const doneUrl = (what: (typeof endings)[number], place = 'refunds') => `?done=${what}#${place}`
  const read = async (values: ValuesOf<typeof refundFields>, { api }: Pick<RenderContext, 'api'>) => {
    const { donations, currency } = await api('GET /v4/staff/donations/:intentId', { intentId })
    return postedRefund(
      values,
      donations.map(({ donationId }) => donationId),
      currency,
    )
  }
  const review =
    (decision: 'approve' | 'reject') =>
    async ({ refund }: ValuesOf<typeof reviewFields>, { api }: Pick<RenderContext, 'api'>) => {
      const { state } = await api('POST /v4/staff/refunds/:refundId/review', { refundId: refund, decision, note: '' })
      return doneUrl(state)
    }
  const decide =
    (decision: 'grant' | 'decline') =>
    async ({ request, note }: ValuesOf<typeof decisionFields>, { api }: Pick<RenderContext, 'api'>) => {
      const call = 'POST /v4/staff/refund-requests/:requestId/decision'
      const { refund } = await api(call, { requestId: request, decision, note })
      return doneUrl(refund?.state ?? 'declined', 'requests')
    }
  return submitForms(
    args,
    {
      check: refundFields,
      refund: refundFields,
      approve: reviewFields,
      reject: reviewFields,
      grant: decisionFields,
      decline: decisionFields,
      copy: { receipt: hidden },
    },
    {
      check: async (values, page) => ({ result: { ...(await read(values, page)), key: crypto.randomUUID() } }),
      refund: async (values, page) => {
        const { key, ...refund } = await read(values, page)
        const input = { intentId, ...refund, lines: [...refund.lines] }
        const { state } = await page.api('POST /v4/staff/donations/:intentId/refunds', input, key)
        return doneUrl(state)
      },
      approve: review('approve'),
      reject: review('reject'),
      grant: decide('grant'),
      decline: decide('decline'),
      copy: async ({ receipt }, { api }) => {
        await api('POST /v4/staff/receipts/:receiptId/copies', { receiptId: receipt })
        return doneUrl('copied', 'receipts')
      },
    },
    { decisions: ['refund', 'approve', 'reject', 'grant', 'decline'] },
  )
}

/** Returns the errors, linked to the amounts, the note to the donor or the refund form. */
function errorsIn(sent: Route.ComponentProps['actionData'], notAnAmount: string): FormError[] {
  if (!sent?.refused) return []
  const { message, fields } = sent.refused
  if (sent.intent === 'check' || sent.intent === 'refund') {
    const amounts = Object.keys(fields).filter((name) => name in (sent.values.amounts ?? {}))
    if (amounts.length > 0) return amounts.map((id) => ({ id, text: notAnAmount }))
  }
  if ((sent.intent === 'grant' || sent.intent === 'decline') && fields.note)
    return [{ id: `note-${sent.values.request}`, text: fields.note }]
  return [{ id: 'refund', text: message }]
}

export default function StaffDonationPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { donation, done } = loaderData
  const example = toMajor(money(2050n, donation.currency))
  const wrong = errorsIn(actionData, t('refund-form.not-an-amount', { example }))
  const errors = Object.fromEntries(wrong.map(({ id, text: message }) => [id, message]))
  const decision = actionData?.intent === 'grant' || actionData?.intent === 'decline' ? actionData.values : undefined
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
      {done && !actionData ? <DoneNotice>{t(`refund-form.done-${done}`)}</DoneNotice> : null}

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
                    error={errors[`note-${request.id}`]}
                    typed={decision?.request === request.id ? (decision.note ?? '') : ''}
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
          <RefundPart donation={donation} sent={actionData} errors={errors} />
        </section>
      </div>
    </div>
  )
}
