import type { ProductContract } from '#modules/contract.ts'
import { daysLeft, fundedPercentage } from '#modules/causes/campaigns/rules/progress.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { shownAmount } from './preview.tsx'

type Own = OutputOf<ProductContract, 'GET /v4/fundraisers/own'>['fundraisers'][number]

/** True for an active fundraiser that is past its last day. */
export const hasEnded = ({ state, endsAt }: Own, now: number): boolean =>
  state === 'active' && endsAt !== null && daysLeft(new Date(endsAt), new Date(now)) === 0

/** A fundraiser in the organizer’s list: its state, progress and links. */
export function OwnFundraiser({ one, now }: { readonly one: Own; readonly now: number }) {
  const t = useText()
  const isDraft = one.state === 'draft' || one.state === 'review'
  const state = hasEnded(one, now) ? 'ended' : one.state
  const isWritten = isDraft && one.canEdit
  return (
    <li className="card own-fundraiser">
      <img src={`${one.imageUrl}&w=480`} alt="" width="480" height="270" loading="lazy" />
      <div className="own-text">
        <p className="own-state">
          <Badge look={state === 'active' ? 'brand' : 'accent'}>{t(`fundraising.state-${state}`)}</Badge>
          <bdi className="quiet small">{one.organizationName}</bdi>
        </p>
        <h3 className="organize-subheading" lang={one.language} dir="auto">
          <a href={`/organize/${one.id}`}>{one.title}</a>
        </h3>
        {isDraft ? (
          <p className="quiet small">{t(`fundraising.state-${one.state}-text` as 'fundraising.state-draft-text')}</p>
        ) : (
          <Raised one={one} now={now} />
        )}
      </div>
      <div className="own-action">
        <a
          className="button button-quiet button-small"
          href={`/organize/${one.id}${isWritten && one.state === 'draft' ? '/edit' : ''}`}
          aria-label={t(isWritten && one.state === 'draft' ? 'fundraising.continue-one' : 'fundraising.manage-one', {
            title: one.title,
          })}
        >
          {t(isWritten && one.state === 'draft' ? 'fundraising.continue' : 'fundraising.manage')}
        </a>
        {one.canEdit && one.kind === 'fundraiser' && !isDraft ? (
          <PageForm action="/organize/new">
            <input type="hidden" name="source" value={one.id} />
            <button className="link-button" aria-label={t('fundraising.duplicate-one', { title: one.title })}>
              {t('fundraising.duplicate')}
            </button>
          </PageForm>
        ) : null}
      </div>
    </li>
  )
}

function Raised({ one, now }: { readonly one: Own; readonly now: number }) {
  const t = useText()
  const locale = useLocale()
  const raised = shownAmount(one.raised, one.currency, locale)
  const percentage = fundedPercentage(BigInt(one.raised), one.goal === null ? null : BigInt(one.goal))
  const days = one.state === 'active' && one.endsAt ? daysLeft(new Date(one.endsAt), new Date(now)) : null
  return (
    <div className="own-raised">
      {percentage === null ? null : <Progress percent={percentage} />}
      <p className="small num">
        <span className="strong">
          {one.goal === null
            ? t('fundraising.raised', { raised })
            : t('fundraising.raised-of', { raised, goal: shownAmount(one.goal, one.currency, locale) })}
        </span>
        <span className="quiet">
          {percentage === null ? '' : ` · ${percentage}%`}
          {' · '}
          {one.donorCount === 0 ? t('fundraising.no-donors') : t('fundraising.donors', { count: one.donorCount })}
          {days ? ` · ${t('fundraising.days-left', { count: days })}` : ''}
        </span>
      </p>
    </div>
  )
}
