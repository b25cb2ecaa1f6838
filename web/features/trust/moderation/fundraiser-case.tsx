import '#web/features/causes/campaigns/styles/campaign.css'
import '#web/features/causes/campaigns/styles/story.css'
import '#web/features/organizers/fundraising/styles/preview.css'
import { Fragment, type ReactNode } from 'react'
import { formatDay, isLocalDate, localDateIn } from '#shared/calendar.ts'
import { FundraiserPreview, previewLevels } from '#web/features/organizers/fundraising/preview.tsx'
import { useLocale, useText } from '#web/lib/text.tsx'
import type { CasePage } from './decision-form.tsx'

type Submitted = NonNullable<CasePage['fundraiser']>

/** A submitted fundraiser: the page as donors will see it, and the facts about its charity and organizer. */
export function FundraiserCase({ submitted }: { readonly submitted: Submitted }) {
  const t = useText()
  const { draft, levels } = submitted
  return (
    <>
      <Facts submitted={submitted} />
      <section className="preview" aria-labelledby="preview">
        <h2 id="preview">{t('fundraising.preview')}</h2>
        <p className="quiet small">{t('case.preview-lead')}</p>
        <div className="preview-frame">
          <FundraiserPreview draft={{ ...draft, levels: previewLevels(levels) }} />
        </div>
      </section>
    </>
  )
}

function Facts({ submitted: { draft, charity, submitter } }: { readonly submitted: Submitted }) {
  const t = useText()
  const locale = useLocale()
  const { content } = draft
  const day = (instant: string) => formatDay(localDateIn('UTC', new Date(instant)), locale)
  const rows: readonly (readonly [label: string, value: ReactNode])[] = [
    [
      t('case.charity'),
      <>
        <a href={`/staff/charities/${charity.id}`}>
          <bdi>{charity.name}</bdi>
        </a>{' '}
        <span className="quiet">{t(charity.isVerified ? 'case.charity-verified' : 'case.charity-not-verified')}</span>
      </>,
    ],
    [t('fundraising.category'), t(`cause.${content.category as 'education'}`)],
    [t('case.ends'), isLocalDate(content.endDate) ? formatDay(content.endDate, locale) : t('case.ends-never')],
    ...(content.isZakatRequested ? [[t('case.zakat'), t('case.zakat-requested')] as const] : []),
    ...(submitter
      ? [
          [
            t('case.submitter'),
            <>
              <bdi>{submitter.name || submitter.email}</bdi>{' '}
              <span className="quiet">
                <bdi>{submitter.email}</bdi>
                {submitter.isEmailConfirmed ? null : <> · {t('case.submitter-unconfirmed')}</>}
              </span>
            </>,
          ] as const,
          [t('case.submitter-since'), day(submitter.joinedAt)] as const,
          [
            t('case.submitter-earlier'),
            submitter.published + submitter.sentBack === 0
              ? t('case.submitter-first')
              : [
                  t('case.submitter-published', { count: submitter.published }),
                  t('case.submitter-sent-back', { count: submitter.sentBack }),
                  ...(submitter.paused > 0 ? [t('case.submitter-paused', { count: submitter.paused })] : []),
                ].join(' · '),
          ] as const,
        ]
      : [[t('case.submitter'), t('case.submitter-erased')] as const]),
  ]
  return (
    <section className="stack" aria-labelledby="facts">
      <h2 id="facts">{t('case.facts')}</h2>
      {submitter && submitter.sentBackOfThis > 0 ? (
        <p className="notice">{t('case.sent-back-before', { count: submitter.sentBackOfThis })}</p>
      ) : null}
      <dl className="lines">
        {rows.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
