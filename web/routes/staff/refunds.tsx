import '#web/features/money/refunds/refund.css'
import '#web/features/money/refunds/staff.css'
import { refundStates, type RefundState } from '#modules/money/refunds/rules/states.ts'
import { FailedEvents } from '#web/features/money/refunds/failed-events.tsx'
import { ManualReviewList } from '#web/features/money/refunds/manual-review.tsx'
import { RefundMark, useDayText } from '#web/features/money/refunds/refund-marks.tsx'
import { hidden, text } from '#web/kit/fields.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { submitForms } from '#web/kit/submit-form.ts'
import { errorsOf, sentAs } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { useApplyChoice } from '#web/lib/use-apply-choice.ts'
import { Amount } from '#web/ui/amount.tsx'
import { Select } from '#web/ui/field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { DoneNotice } from '#web/ui/result-notice.tsx'
import type { Route } from './+types/refunds'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, query }) => {
    const state = refundStates.find((refundState) => refundState === query.get('state'))
    const before = query.get('before')
    const reviewState = query.get('reviews') === 'resolved' ? 'resolved' : 'open'
    const [list, waiting, remainder, failed] = await Promise.all([
      api('GET /v4/staff/refunds', { ...(state ? { state } : {}), ...(before ? { before: before.slice(0, 80) } : {}) }),
      api('GET /v4/staff/refund-requests', {}),
      api('GET /v4/staff/refunds/manual-review', { state: reviewState }),
      api('GET /v4/staff/failed-events', {}),
    ])
    return {
      ...list,
      ...remainder,
      ...failed,
      reviewState,
      state: state ?? '',
      requests: waiting.requests,
      isFirst: !before && !state,
      isDone: query.has('done'),
      isRetried: query.has('retried'),
    }
  })

/** `resolve` resolves an entry of the manual review queue, `retry` schedules a failed event again. */
export const action = (args: Route.ActionArgs) =>
  submitForms(
    args,
    { resolve: { reviewId: hidden, note: text(500) }, retry: { event: hidden } },
    {
      resolve: async (values, { api }) => {
        await api('POST /v4/staff/refunds/manual-review/:reviewId/resolve', values)
        return '?done#manual-review'
      },
      retry: async ({ event }, { api }) => {
        await api('POST /v4/staff/failed-events/:eventId/retry', { eventId: event })
        return '?retried#manual-review'
      },
    },
  )

export default function StaffRefunds({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const day = useDayText()
  const apply = useApplyChoice()
  const {
    refunds,
    next,
    state,
    requests,
    isFirst,
    manualReviews,
    reviewState,
    canResolve,
    isDone,
    isRetried,
    events,
    canRetry,
  } = loaderData
  const older = new URLSearchParams({ ...(state ? { state } : {}), ...(next ? { before: next } : {}) })
  return (
    <div className="stack-lg">
      <title>{actionData ? t('shell.title-problem', { title: t('refunds.title') }) : t('refunds.title')}</title>
      <div className="stack">
        <h1>{t('refunds.title')}</h1>
        <p className="quiet">{t('refunds.lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={errorsOf(actionData, [], 'manual-review')} />
      {isFirst ? (
        <section className="card card-in stack" aria-labelledby="manual-review">
          <h2 id="manual-review" tabIndex={-1}>
            {t('manual-review.title')}
          </h2>
          {isDone && !actionData ? <DoneNotice>{t('manual-review.done')}</DoneNotice> : null}
          <p className="quiet">
            {manualReviews.length > 0
              ? t('manual-review.lead')
              : t(reviewState === 'open' ? 'manual-review.none' : 'manual-review.none-resolved')}
          </p>
          <ManualReviewList
            reviews={manualReviews}
            canResolve={canResolve}
            typed={sentAs(actionData, 'resolve')?.values}
          />
          {isRetried && !actionData ? <DoneNotice>{t('failed-events.retried')}</DoneNotice> : null}
          {events.length > 0 ? (
            <>
              <h3>{t('failed-events.title')}</h3>
              <p className="quiet">{t('failed-events.lead')}</p>
              <FailedEvents events={events} canRetry={canRetry} />
            </>
          ) : null}
          <p>
            <a
              href={
                reviewState === 'open'
                  ? '/staff/refunds?reviews=resolved#manual-review'
                  : '/staff/refunds#manual-review'
              }
            >
              {t(reviewState === 'open' ? 'manual-review.show-resolved' : 'manual-review.show-open')}
            </a>
          </p>
        </section>
      ) : null}
      {isFirst ? (
        <section className="card card-in stack" aria-labelledby="open-requests">
          <h2 id="open-requests">{t('refunds.open-requests')}</h2>
          {requests.length === 0 ? <p className="quiet">{t('refunds.no-open-requests')}</p> : null}
          <ul className="staff-rows">
            {requests.map((request) => (
              <li key={request.id} className="staff-row">
                <div className="staff-row-what">
                  <a href={`/staff/donations/${request.intentId}#requests`}>
                    <bdi>{request.name || t('refunds.anonymous')}</bdi>
                  </a>
                  <span>
                    <bdi>{request.campaign}</bdi>
                  </span>
                  <span className="quiet small">
                    <bdi>{request.reason}</bdi>
                  </span>
                </div>
                <div className="staff-row-side">
                  <span className="strong">
                    <Amount minor={request.gift} currency={request.currency} fractions="always" />
                  </span>
                  <span className="quiet small">{day(request.createdAt)}</span>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section className="card card-in stack" aria-labelledby="all">
        <h2 id="all">{t('refunds.all')}</h2>
        <form method="get" className="staff-search" onChange={apply}>
          <Select id="state" label={t('refunds.state')} defaultValue={state}>
            <option value="">{t('refunds.all-states')}</option>
            {refundStates.map((refundState: RefundState) => (
              <option key={refundState} value={refundState}>
                {t(`refunds.state-${refundState}`)}
              </option>
            ))}
          </Select>
          <noscript>
            <button className="button button-quiet">{t('refunds.show')}</button>
          </noscript>
        </form>
        {refunds.length === 0 ? <EmptyState title={t('refunds.none')} /> : null}
        <ul className="staff-rows">
          {refunds.map((refund) => (
            <li key={refund.id} className="staff-row">
              <div className="staff-row-what">
                <a href={`/staff/donations/${refund.intentId}#refunds`}>
                  <bdi>{refund.name || t('refunds.anonymous')}</bdi>
                </a>
                <span>
                  <bdi>{refund.campaign}</bdi>
                </span>
                <span className="quiet small">
                  {refund.origin !== 'staff'
                    ? t(`staff-donation.by-${refund.origin}`)
                    : t(`refunds.reason-${refund.reason}`)}
                </span>
                {refund.evidenceDueAt ? (
                  <span className="small strong">
                    {t('staff-donation.evidence-due', { date: day(refund.evidenceDueAt) })}
                  </span>
                ) : null}
              </div>
              <div className="staff-row-side">
                <span className="strong">
                  <Amount minor={refund.amount} currency={refund.currency} fractions="always" />
                </span>
                <RefundMark state={refund.state} origin={refund.origin} />
                <span className="quiet small">{day(refund.createdAt)}</span>
              </div>
            </li>
          ))}
        </ul>
        {next ? (
          <p>
            <a className="button button-quiet" href={`/staff/refunds?${older.toString()}`}>
              {t('refunds.older')}
            </a>
          </p>
        ) : null}
      </section>
    </div>
  )
}
