import type { ReactNode } from 'react'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { formatDay, localDate } from '#shared/calendar.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Badge } from '#web/ui/small-parts.tsx'

export type Distribution = OutputOf<
  ProductContract,
  'GET /v4/campaigns/:campaignId/zakat-distributions'
>['distributions'][number]

const looks = { submitted: 'accent', approved: 'brand', rejected: 'zakat' } as const

/** A reported distribution with its evidence. `fileHref` returns the URL of a file; `children` are its actions. */
export function DistributionItem({
  distribution,
  countryName,
  fileHref,
  children,
}: {
  readonly distribution: Distribution
  readonly countryName: string
  readonly fileHref: (fileId: string) => string
  readonly children?: ReactNode
}) {
  const t = useText()
  const locale = useLocale()
  return (
    <article className="card card-in stack" aria-labelledby={`distribution-${distribution.id}`}>
      <h3 id={`distribution-${distribution.id}`}>
        <Amount minor={distribution.amount} currency={distribution.currency} />{' '}
        <Badge look={looks[distribution.state]}>{t(`distribution.state-${distribution.state}`)}</Badge>
      </h3>
      <p>
        {t('distribution.about', {
          date: formatDay(localDate(distribution.distributedOn), locale),
          country: `\u2068${countryName}\u2069`,
          category: t(`zakat.${distribution.category}`),
        })}{' '}
        {t('distribution.people', { count: distribution.people })}
      </p>
      {distribution.description ? <p dir="auto">{distribution.description}</p> : null}
      {distribution.files.length > 0 ? (
        <ul>
          {distribution.files.map((file) => (
            <li key={file.id}>
              <a href={fileHref(file.id)} dir="auto">
                {file.description}
              </a>{' '}
              <span className="quiet small">{t(`distribution.faces-${file.faces}`)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {distribution.state === 'rejected' && distribution.reviewReason ? (
        <p className="notice notice-problem" dir="auto">
          {distribution.reviewReason}
        </p>
      ) : null}
      {children}
    </article>
  )
}
