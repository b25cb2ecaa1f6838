import type { RefObject } from 'react'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { CaseMeta, CaseReasons, type CaseRow } from './case-details.tsx'

export type QueueRow = { readonly row: CaseRow; readonly ago: string }

/** Cases that need review, most urgent first; next to an open case, in a shorter form. */
export function QueueList({
  cases,
  query,
  current,
  titleLevel = 'h2',
  listRef,
}: {
  readonly cases: readonly QueueRow[]
  /** The filter to keep in links: empty or starting with `?`. */
  readonly query: string
  /** The id of the open case. */
  readonly current?: string
  readonly titleLevel?: 'h2' | 'h3'
  readonly listRef?: RefObject<HTMLOListElement | null>
}) {
  const t = useText()
  const Title = current ? 'p' : titleLevel
  return (
    <ol className={current ? 'review-queue-list' : 'card review-queue-list'} {...(listRef ? { ref: listRef } : {})}>
      {cases.map(({ row, ago }) => (
        <li key={row.id}>
          <article className="review-queue-row" data-current={row.id === current || undefined}>
            <p className="review-risk num" data-high={row.score >= 60 || undefined}>
              <span className="visually-hidden">{t('queue.risk')} </span>
              {row.score}
            </p>
            <div className="review-queue-what">
              <Title className="review-queue-title">
                <a
                  href={`/staff/cases/${row.id}${query}`}
                  lang={row.language}
                  dir="auto"
                  {...(row.id === current ? { 'aria-current': 'page' as const } : {})}
                >
                  {row.campaign}
                </a>
              </Title>
              <p className="small">
                {row.decided ? (
                  t('queue.decided', {
                    name: `\u2068${row.decided.by}\u2069`,
                    decision: t(`case.do-${row.decided.decision}` as MessageKey),
                  })
                ) : (
                  <CaseReasons row={row} />
                )}
              </p>
              <CaseMeta row={row} ago={ago} />
            </div>
            <p>
              <Badge look={row.kind === 'zakat' ? 'zakat' : 'accent'}>{t(`case.kind-${row.kind}`)}</Badge>
            </p>
          </article>
        </li>
      ))}
    </ol>
  )
}
