import type { RefObject } from 'react'
import { type Currency, formatMoney, money } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import { AddToBasket } from '../../../features/money/baskets/add-to-basket.tsx'
import { AmountLinks } from '../../../features/causes/campaigns/amount-links.tsx'
import { approximately } from '../../../features/causes/campaigns/approximate.ts'
import { DonateButton, type useOpening } from '../../../features/causes/campaigns/donate-button.tsx'
import { type OpenedProps, OpensDialog } from '../../../features/causes/campaigns/opens-dialog.tsx'
import { timeLeft } from '../../../features/causes/campaigns/time-left.ts'
import { Heart } from '../../../features/causes/favourites/heart.tsx'
import { useLocale, useText } from '../../../lib/text.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Badge } from '../../../ui/small-parts.tsx'
import type { Route } from './+types/campaign'

type Data = Route.ComponentProps['loaderData']
type GoalTexts = ReturnType<typeof goalTexts>

/** The goal, and from 90 % of it on what is missing, as text. */
export function goalTexts({ currency, totals, goal }: Data['campaign'], isOpen: boolean, locale: Locale) {
  const shown = (minor: number) => formatMoney(money(BigInt(minor), currency), locale, { fractions: 'auto' })
  const isNear = isOpen && goal !== null && (totals.percentage ?? 0) >= 90 && goal > totals.raised
  return {
    goal: goal === null ? null : shown(goal),
    toGo: isNear ? `\u2068${shown(goal - totals.raised)}\u2069` : undefined,
  }
}

/** What was raised, and the ways to donate, share and remember the fundraiser. */
export function CampaignSide({
  loaderData,
  opening,
  href,
  goal,
  toGo,
  url,
  main,
}: GoalTexts & {
  readonly loaderData: Data
  readonly opening: ReturnType<typeof useOpening>
  readonly href: string
  readonly url: string
  readonly main: RefObject<HTMLDivElement | null>
}) {
  const t = useText()
  const { campaign, source, code } = loaderData
  const isOpen = opening.closed === null
  const loadShare = () =>
    import('../../../features/causes/campaigns/share/share-dialog.tsx').then(({ ShareDialog }) => (of: OpenedProps) => (
      <ShareDialog campaign={campaign} url={url} {...of} />
    ))
  return (
    <aside className="campaign-page-side card">
      <div className="card-in stack" ref={main}>
        <Totals loaderData={loaderData} isOpen={isOpen} goal={goal} toGo={toGo} />
        <DonateButton
          opening={opening}
          href={href}
          {...(campaign.related.length > 0 ? { othersHref: '#related' } : {})}
        />
        {isOpen && loaderData.plans.length > 0 ? <Plans loaderData={loaderData} /> : null}
        {isOpen ? (
          <>
            <AddToBasket slug={campaign.slug} campaignId={campaign.id} source={source} code={code} isWide />
            <AmountLinks
              link={`/v4/checkout/${encodeURIComponent(campaign.slug)}`}
              currency={campaign.currency}
              quick={loaderData.quick}
              source={source}
              code={code}
            />
          </>
        ) : null}
        <OpensDialog
          href={`/v4/campaign/${encodeURIComponent(campaign.slug)}/share`}
          className="button button-quiet button-wide"
          load={loadShare}
        >
          {t('campaign.share')}
        </OpensDialog>
        <Heart campaignId={campaign.id} name={campaign.title} isAdded={loaderData.isFavourite} isWide />
        <Charity campaign={campaign} />
      </div>
    </aside>
  )
}

/** In the bar: what is missing, or what was raised of the goal. */
export function Raised({ campaign, goal, toGo }: GoalTexts & Pick<Data, 'campaign'>) {
  const t = useText()
  if (toGo) return t('told.to-go', { amount: toGo })
  return (
    <>
      <Amount minor={campaign.totals.raised} currency={campaign.currency} />{' '}
      <span className="quiet">{goal ? t('campaign.goal-of', { goal: `\u2068${goal}\u2069` }) : ''}</span>
    </>
  )
}

function Totals({
  loaderData: { campaign, about },
  isOpen,
  goal,
  toGo,
}: GoalTexts & { readonly loaderData: Data; readonly isOpen: boolean }) {
  const t = useText()
  const locale = useLocale()
  const percent = campaign.totals.percentage ?? 0
  const aboutRaised = approximately(about, campaign.totals.raised, locale)
  const aboutGoal = campaign.goal === null ? undefined : approximately(about, campaign.goal, locale)
  return (
    <>
      <p className="campaign-page-goal">
        <b>
          <Amount minor={campaign.totals.raised} currency={campaign.currency} />
        </b>
        {goal ? <span className="quiet">{t('campaign.goal-of', { goal: `\u2068${goal}\u2069` })}</span> : null}
      </p>
      {aboutRaised ? (
        <p className="quiet small">
          {aboutGoal
            ? t('campaign.approx-of', { raised: aboutRaised, goal: aboutGoal })
            : t('campaign.approx', { amount: aboutRaised })}
        </p>
      ) : null}
      {goal ? <Progress percent={percent} /> : null}
      <p className="campaign-card-facts quiet small">
        {toGo ? (
          <span className="strong campaign-page-left">{t('told.to-go', { amount: toGo })}</span>
        ) : (
          <span>{t('card.donors', { count: campaign.totals.donorCount })}</span>
        )}
        {percent > 100 ? <span>{t('campaign.funded', { percent })}</span> : null}
        {percent <= 100 && isOpen && campaign.daysLeft !== null ? <span>{timeLeft(t, campaign)}</span> : null}
      </p>
      {isOpen && goal && percent >= 100 ? <p className="small">{t('told.reached')}</p> : null}
      {about ? <ConversionNote about={about} currency={campaign.currency} /> : null}
    </>
  )
}

/** Where and when the exchange rates are from. */
function ConversionNote({
  about,
  currency,
}: {
  readonly about: NonNullable<Data['about']>
  readonly currency: Currency
}) {
  const t = useText()
  const locale = useLocale()
  return (
    <p className="quiet small">
      {t('campaign.approx-note', {
        day: about.day,
        source: about.sources.map((source) => t(`campaign.source-${source}`)).join(locale === 'ar' ? '، ' : ', '),
        currency: currency,
      })}
    </p>
  )
}

function Plans({ loaderData: { campaign, plans, source, code } }: { readonly loaderData: Data }) {
  const t = useText()
  return (
    <nav className="campaign-page-plans" aria-label={t('campaign.give-regularly')}>
      {plans.map((frequency) => (
        <a
          key={frequency}
          className="chip"
          href={`/scheduled-giving/plans/${encodeURIComponent(campaign.slug)}?frequencyType=${frequency}${source ? `&src=${encodeURIComponent(source)}` : ''}${code ? `&code=${encodeURIComponent(code)}` : ''}`}
        >
          {t(`campaign.give-${frequency}`)}
        </a>
      ))}
    </nav>
  )
}

function Charity({ campaign }: Pick<Data, 'campaign'>) {
  const t = useText()
  const locale = useLocale()
  return (
    <div>
      <p className="quiet small">{t('campaign.for')}</p>
      <p className="strong">
        <bdi>
          {locale === 'ar' && campaign.organization.nameAr ? campaign.organization.nameAr : campaign.organization.name}
        </bdi>{' '}
        {campaign.organization.verified ? <Badge look="brand">✓ {t('campaign.verified')}</Badge> : null}
      </p>
      <p className="quiet small">
        {campaign.organization.verified ? (
          t('told.checked', { registration: `\u2068${campaign.organization.registration}\u2069` })
        ) : (
          <bdi>{campaign.organization.registration}</bdi>
        )}
      </p>
      <p className="small">
        <a href="/donor-protection">{t('shell.page-donor-protection')}</a>
      </p>
      <p className="quiet small">{t('campaign.organizer', { name: `\u2068${campaign.organizer.name}\u2069` })}</p>
    </div>
  )
}
