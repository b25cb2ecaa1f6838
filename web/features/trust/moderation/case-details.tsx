import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import { type MessageKey, useText } from '../../../lib/text.tsx'
import { Amount } from '../../../ui/amount.tsx'

export type CaseRow = OutputOf<ProductContract, 'GET /v4/staff/cases'>['cases'][number]

/** The reasons of a case in one line. */
export function CaseReasons({ of }: { readonly of: Pick<CaseRow, 'reasons'> }) {
  const t = useText()
  const reasons = of.reasons.map(({ code, count }) => {
    const reason = t(`case.why-${code}` as MessageKey)
    return count > 1 ? t('case.times', { reason, count }) : reason
  })
  return <>{reasons.join(' · ')}</>
}

/** The money at stake, the age of the case, and its assignee. */
export function CaseMeta({ of, ago }: { readonly of: CaseRow; readonly ago: string }) {
  const t = useText()
  return (
    <p className="review-meta quiet small">
      {of.atStake > 0 ? (
        <span>
          <Amount minor={of.atStake} currency={of.currency} /> {t('queue.at-stake')}
        </span>
      ) : null}
      <span>
        {t('queue.age')} <time dateTime={of.openedAt}>{ago}</time>
      </span>
      <span>
        {of.assignee ? t('queue.assigned', { name: `\u2068${of.assignee.name}\u2069` }) : t('queue.unassigned')}
      </span>
    </p>
  )
}

/** Why the case was flagged, and how its priority was calculated. */
export function CaseDetails({ of, ago }: { readonly of: CaseRow; readonly ago: string }) {
  const t = useText()
  return (
    <div className="review-facts">
      <p className="review-why">
        <CaseReasons of={of} />
      </p>
      <CaseMeta of={of} ago={ago} />
      <details>
        <summary>
          {t('queue.score', { score: of.score })} · {t('queue.score-why')}
        </summary>
        <dl className="lines">
          {of.parts.map(({ part, points }) => (
            <div key={part} className="review-part">
              <dt>{t(`case.part-${part}` as MessageKey)}</dt>
              <dd className="num">{points}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}
