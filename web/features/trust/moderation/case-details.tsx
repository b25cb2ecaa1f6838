import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'

export type CaseRow = OutputOf<ProductContract, 'GET /v4/staff/cases'>['cases'][number]

/** The reasons of a case in one line. */
export function CaseReasons({ row }: { readonly row: Pick<CaseRow, 'reasons'> }) {
  const t = useText()
  const reasons = row.reasons.map(({ code, count }) => {
    const reason = t(`case.why-${code}` as MessageKey)
    return count > 1 ? t('case.times', { reason, count }) : reason
  })
  return <>{reasons.join(' · ')}</>
}

/** The money at stake, the age of the case, and its assignee. */
export function CaseMeta({ row, ago }: { readonly row: CaseRow; readonly ago: string }) {
  const t = useText()
  return (
    <p className="review-meta quiet small">
      {row.atStake > 0 ? (
        <span>
          <Amount minor={row.atStake} currency={row.currency} /> {t('queue.at-stake')}
        </span>
      ) : null}
      <span>
        {t('queue.age')} <time dateTime={row.openedAt}>{ago}</time>
      </span>
      <span>
        {row.assignee ? t('queue.assigned', { name: `\u2068${row.assignee.name}\u2069` }) : t('queue.unassigned')}
      </span>
    </p>
  )
}

/** Why the case was flagged, and how its priority was calculated. */
export function CaseDetails({ row, ago }: { readonly row: CaseRow; readonly ago: string }) {
  const t = useText()
  return (
    <div className="review-facts">
      <p className="review-why">
        <CaseReasons row={row} />
      </p>
      <CaseMeta row={row} ago={ago} />
      <details>
        <summary>
          {t('queue.score', { score: row.score })} · {t('queue.score-why')}
        </summary>
        <dl className="lines">
          {row.parts.map(({ part, points }) => (
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
