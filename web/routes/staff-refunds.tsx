import '../styles/refunds.css'
import { renderContext } from '#server/render-context.ts'
import { refundStates, type RefundState } from '#modules/refunds/rules/states.ts'
import { RefundMark, useDay } from '../features/refunds/refund-marks.tsx'
import { theirs } from '../lib/theirs.ts'
import { useText } from '../lib/text.tsx'
import { Amount } from '../ui/amount.tsx'
import { Select } from '../ui/field.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/staff-refunds'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  const query = new URL(request.url).searchParams
  const state = refundStates.find((each) => each === query.get('state'))
  const before = query.get('before')
  const [list, waiting] = await theirs(viewer, request, () =>
    Promise.all([
      api('GET /v4/staff/refunds', { ...(state ? { state } : {}), ...(before ? { before: before.slice(0, 80) } : {}) }),
      api('GET /v4/staff/refund-requests', {}),
    ]),
  )
  return { ...list, state: state ?? '', requests: waiting.requests, isFirst: !before && !state }
}

export default function StaffRefunds({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const day = useDay()
  const { refunds, next, state, requests, isFirst } = loaderData
  const older = new URLSearchParams({ ...(state ? { state } : {}), ...(next ? { before: next } : {}) })
  return (
    <div className="stack-lg">
      <title>{t('refunds.title')}</title>
      <div className="stack">
        <h1>{t('refunds.title')}</h1>
        <p className="quiet">{t('refunds.lead')}</p>
      </div>
      {isFirst ? (
        <section className="stack" aria-labelledby="waiting">
          <h2 id="waiting">{t('refunds.waiting')}</h2>
          {requests.length === 0 ? <p className="quiet">{t('refunds.waiting-none')}</p> : null}
          <ul className="staff-rows">
            {requests.map((request) => (
              <li key={request.id} className="staff-row">
                <div className="staff-row-what">
                  <a href={`/staff/gifts/${request.intentId}#requests`}>
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
      <form method="get" className="staff-search">
        <Select id="state" label={t('refunds.state')} defaultValue={state}>
          <option value="">{t('refunds.all-states')}</option>
          {refundStates.map((each: RefundState) => (
            <option key={each} value={each}>
              {t(`refunds.state-${each}`)}
            </option>
          ))}
        </Select>
        <button className="button button-quiet">{t('refunds.show')}</button>
      </form>
      {refunds.length === 0 ? <EmptyState title={t('refunds.none')} /> : null}
      <ul className="staff-rows">
        {refunds.map((refund) => (
          <li key={refund.id} className="staff-row">
            <div className="staff-row-what">
              <a href={`/staff/gifts/${refund.intentId}#refunds`}>
                <bdi>{refund.name || t('refunds.anonymous')}</bdi>
              </a>
              <span>
                <bdi>{refund.campaign}</bdi>
              </span>
              <span className="quiet small">{refund.origin !== 'staff' ? t(`staff-gift.by-${refund.origin}`) : t(`refunds.reason-${refund.reason}`)}</span>
            </div>
            <div className="staff-row-side">
              <span className="strong">
                <Amount minor={refund.amount} currency={refund.currency} fractions="always" />
              </span>
              <RefundMark state={refund.state} />
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
    </div>
  )
}
