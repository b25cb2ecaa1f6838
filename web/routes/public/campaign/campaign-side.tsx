import type { RefObject } from 'react'
import { type Currency, formatMoney, money } from '#shared/money.ts'
import { commaOf, type Locale } from '#shared/text.ts'
import { AddToBasket } from '#web/features/money/baskets/add-to-basket.tsx'
import { approximately } from '#web/features/causes/campaigns/approximate.ts'
import { dayOf } from '#web/features/causes/campaigns/day.ts'
import { DonateButton, type useOpening } from '#web/features/causes/campaigns/donate/donate-button.tsx'
import { DonateForm } from '#web/features/causes/campaigns/donate/donate-form.tsx'
import { type OpenDialogProps, DialogLink } from '#web/features/causes/campaigns/dialog-link.tsx'
import { RecentDonations } from '#web/features/causes/campaigns/donate/recent-donations.tsx'
import { timeLeft } from '#web/features/causes/campaigns/time-left.ts'
import { Heart } from '#web/features/causes/favourites/heart.tsx'
import { useFrame, useLocale, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { CampaignData as Data } from './campaign-data.ts'

type GoalTexts = ReturnType<typeof goalTexts>

/** Formats the goal and, from 90 % on, the missing amount. */
export function goalTexts({ currency, totals, goal }: Data['campaign'], isOpen: boolean, locale: Locale) {
  const shown = (minor: number) => formatMoney(money(BigInt(minor), currency), locale, { fractions: 'auto' })
  const isNear = isOpen && goal !== null && (totals.percentage ?? 0) >= 90 && goal > totals.raised
  return {
    goal: goal === null ? null : shown(goal),
    toGo: isNear ? `\u2068${shown(goal - totals.raised)}\u2069` : undefined,
  }
}

/** Amount raised and progress, with the buttons to donate, share and save the fundraiser. */
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
  const isTenant = useFrame()?.isTenant ?? false
  const { campaign, donors, words, source, code } = loaderData
  const newest = donors.order === 'newest' ? donors.donors.slice(0, 3) : []
  const isOpen = opening.closed === null
  const loadShare = () =>
    import('#web/features/causes/campaigns/share/share-dialog.tsx').then(
      ({ ShareDialog }) =>
        (props: OpenDialogProps) => <ShareDialog campaign={campaign} url={url} {...props} />,
    )
  const others = campaign.related.length > 0 ? { othersHref: '#related' } : {}
  return (
    <aside className="campaign-page-side card">
      <div className="card-in stack">
        <Totals loaderData={loaderData} isOpen={isOpen} goal={goal} toGo={toGo} />
        {isOpen ? null : <Outcome loaderData={loaderData} />}
        <div className="stack" ref={main}>
          {isOpen ? (
            <DonateForm
              link={{ slug: campaign.slug, origin: loaderData.origin, source, code }}
              currency={campaign.currency}
              quick={loaderData.quick}
              first={loaderData.first}
              frequencies={loaderData.plans}
              takesOnce={loaderData.takesOnce}
              opening={opening}
            />
          ) : (
            <DonateButton opening={opening} href={href} {...others} />
          )}
        </div>
        <Charity campaign={campaign} registration={loaderData.registration} />
        <div className="donate-acts">
          {isOpen && loaderData.takesBasket ? (
            <AddToBasket slug={campaign.slug} campaignId={campaign.id} source={source} code={code} isWide />
          ) : null}
          <DialogLink
            href={`/v4/campaign/${encodeURIComponent(campaign.slug)}/share`}
            className="icon-button donate-icon"
            label={t('campaign.share')}
            load={loadShare}
          >
            <ShareIcon />
          </DialogLink>
          {isTenant ? null : (
            <Heart campaignId={campaign.id} name={campaign.title} isAdded={loaderData.isFavourite} isInline />
          )}
        </div>
        {isOpen ? <RecentDonations donors={newest} message={words.from === 0 ? words.comments[0] : undefined} /> : null}
      </div>
    </aside>
  )
}

const ShareIcon = () => (
  <svg
    width="22"
    height="22"
    viewBox="0 0 24 24"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d="M12 14.5v-11M8 7l4-4 4 4M5.5 11.5v7a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2v-7" />
  </svg>
)

/** Results of an ended fundraiser: donors and latest update. */
function Outcome({ loaderData: { campaign } }: { readonly loaderData: Data }) {
  const t = useText()
  const locale = useLocale()
  const { totals, news } = campaign
  const newest = news.items[0]
  const raised = formatMoney(money(BigInt(totals.raised), campaign.currency), locale)
  return (
    <section className="stack" aria-labelledby="outcome">
      <h2 id="outcome">{t('campaign.came-of-it')}</h2>
      <p>{t('campaign.ended-raised', { count: totals.donorCount, raised: `\u2068${raised}\u2069` })}</p>
      {newest ? (
        <p>
          <a href="#updates" lang={campaign.language} dir="auto">
            {newest.title}
          </a>{' '}
          <bdi className="quiet small">{dayOf(newest.publishedAt, locale)}</bdi>
        </p>
      ) : (
        <p className="quiet">{t('campaign.no-update')}</p>
      )}
    </section>
  )
}

/** The text in the bar: the missing amount, or the amount raised. */
export function Raised({ campaign, goal, toGo }: GoalTexts & Pick<Data, 'campaign'>) {
  const t = useText()
  if (toGo) return t('sections.to-go', { amount: toGo })
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
          <span className="strong campaign-page-left">{t('sections.to-go', { amount: toGo })}</span>
        ) : (
          <span>{t('card.donors', { count: campaign.totals.donorCount })}</span>
        )}
        {percent > 100 ? <span>{t('campaign.funded', { percent })}</span> : null}
        {percent <= 100 && isOpen && campaign.daysLeft !== null ? <span>{timeLeft(t, campaign)}</span> : null}
      </p>
      {isOpen && goal && percent >= 100 ? <p className="small">{t('sections.reached')}</p> : null}
      {about ? <ConversionNote about={about} currency={campaign.currency} /> : null}
    </>
  )
}

/** Source and date of the exchange rates. */
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
        source: about.sources.map((source) => t(`campaign.source-${source}`)).join(`${commaOf(locale)} `),
        currency: currency,
      })}
    </p>
  )
}

/** The charity that receives the donations, and its verification. */
function Charity({ campaign: { organization, organizer }, registration }: Pick<Data, 'campaign' | 'registration'>) {
  const t = useText()
  return (
    <div className="donate-charity">
      <Lock />
      <div>
        <p className="quiet small">{t('campaign.for')}</p>
        <p className="strong">
          <CharityName organization={organization} />{' '}
          {organization.verified ? <Badge look="brand">✓ {t('campaign.verified')}</Badge> : null}
        </p>
        <p className="quiet small">
          {organization.verified ? (
            t('sections.checked', { registration: `\u2068${registration}\u2069` })
          ) : (
            <bdi>{registration}</bdi>
          )}
          {' · '}
          {t('campaign.organizer', { name: `\u2068${organizer.name}\u2069` })}
        </p>
        <p className="small">
          <a href="/donor-protection">{t('shell.page-donor-protection')}</a>
        </p>
      </div>
    </div>
  )
}

/** The charity's name; a verified charity's name links to its page. */
function CharityName({ organization }: Pick<Data['campaign'], 'organization'>) {
  const locale = useLocale()
  const name = <bdi>{locale === 'ar' && organization.nameAr ? organization.nameAr : organization.name}</bdi>
  return organization.verified ? <a href={`/organizations/${encodeURIComponent(organization.slug)}`}>{name}</a> : name
}

const Lock = () => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 20 20"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
  >
    <rect x="4" y="9" width="12" height="8.5" rx="2" />
    <path d="M6.8 9V6.2a3.2 3.2 0 0 1 6.4 0V9" />
  </svg>
)
