import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import { type MessageKey, useText } from '../../../lib/text.tsx'
import { Amount } from '../../../ui/amount.tsx'

export type CaseRow = OutputOf<ProductContract, 'GET /v4/staff/cases'>['cases'][number]

/** Reasons, score with its parts, amount at stake, age, and assignee. */
export function CaseFacts({ of, ago }: { readonly of: CaseRow; readonly ago: string }) {
  const t = useText()
  return (
    <dl className="desk-facts">
      <div>
        <dt>{t('queue.why')}</dt>
        <dd>
          <ul className="desk-reasons">
            {of.reasons.map(({ code, count }) => (
              <li key={code}>
                {count > 1
                  ? t('case.times', { reason: t(`case.why-${code}` as MessageKey), count })
                  : t(`case.why-${code}` as MessageKey)}
              </li>
            ))}
          </ul>
        </dd>
      </div>
      <div>
        <dt>{t('queue.score', { score: of.score })}</dt>
        <dd>{of.parts.map(({ part, points }) => `${t(`case.part-${part}` as MessageKey)} ${points}`).join(' + ')}</dd>
      </div>
      <div>
        <dt>{t('queue.at-stake')}</dt>
        <dd>
          <Amount minor={of.atStake} currency={of.currency} /> <bdi className="quiet">{of.currency}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('queue.age')}</dt>
        <dd>
          <time dateTime={of.openedAt}>{ago}</time>
        </dd>
      </div>
      <div>
        <dt>{t('queue.in-hands')}</dt>
        <dd>{of.assignee ? <bdi>{of.assignee.name}</bdi> : t('queue.unassigned')}</dd>
      </div>
    </dl>
  )
}
