import { numberFormat } from '#shared/formats.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import type { CampaignPage } from '#modules/causes/campaigns/contract.ts'
import { divide, formatMoney, money as moneyOf } from '#shared/money.ts'
import { type MessageKey, useLocale, useText } from '#web/lib/text.tsx'
import { directionOf, RichText } from '#web/ui/rich-text.tsx'
import { LinkedLines, type LinkedText } from '#web/ui/linked-lines.tsx'
import { Avatar } from '#web/ui/small-parts.tsx'
import type { Approximate } from './approximate.ts'
import { CampaignCard, type Card } from './campaign-card.tsx'
import { dayOf } from './day.ts'
import { type Donor, type DonorOrder, Donors } from './donors.tsx'
import { useNewDonations } from './use-new-donations.ts'
import { StoryVideo } from './story-video.tsx'
import { Levels, type ShownLevel } from './levels.tsx'
import { News } from './news.tsx'
import type { Json } from '#shared/wire/json.ts'

/** Lazy, because few fundraisers have pictures. */
const Gallery = lazy(() => import('./gallery.tsx').then((part) => ({ default: part.Gallery })))

export type CampaignDetailsProps = {
  readonly campaign: Omit<Json<CampaignPage>, 'related'>
  readonly isOpen: boolean
  readonly about: Approximate | null
  readonly donors: { readonly order: DonorOrder; readonly donors: readonly Donor[]; readonly next: string | null }
  readonly wordsTotal: number
  readonly words: ReactNode
  /** Teams and supporters' pages; null if the fundraiser doesn't accept any. */
  readonly supporters: ReactNode
  /** Zakat distributions, if it has received zakat. */
  readonly zakat: ReactNode
  /** What was paid out to the charity; null if nothing is. */
  readonly money: LinkedText | null
  /** Returns the URL of this page with other parameters, at a section. */
  readonly hrefWith: (query: Readonly<Record<string, string>>, section: string) => string
  readonly levelHref: (level: ShownLevel) => string
  readonly besideLevel: (level: ShownLevel) => ReactNode
}

/** The fundraiser's content below the first screen, in sections with links (content-12). */
export function CampaignDetails({
  campaign,
  isOpen,
  about,
  donors,
  wordsTotal,
  words,
  supporters,
  zakat,
  money,
  hrefWith,
  levelHref,
  besideLevel,
}: CampaignDetailsProps) {
  useNewDonations(campaign.id, donors.donors[0]?.givenAt)
  const t = useText()
  const { team, news } = campaign
  const sections: readonly (readonly [id: string, label: MessageKey, count?: number])[] = [
    ['story', 'sections.story'],
    ...(campaign.gallery.length > 0 ? ([['pictures', 'gallery.title']] as const) : []),
    ...(campaign.levels.length > 0 ? ([['levels', 'sections.levels']] as const) : []),
    ...(news.total > 0 ? ([['updates', 'sections.updates', news.total]] as const) : []),
    ...(supporters ? ([['supporters', 'sections.supporters', campaign.supporterCount]] as const) : []),
    ['words', 'sections.words', wordsTotal],
    ['donors', 'sections.donors'],
    ...(team.length > 0 ? ([['team', 'sections.team']] as const) : []),
  ]
  return (
    <div className="stack-lg story-page">
      {/* Scrolls sideways on phones, because browsers don't scroll to partly visible items. */}
      <nav className="story-nav" aria-label={t('sections.nav')}>
        {sections.map(([id, label, count]) => (
          <a
            key={id}
            href={`#${id}`}
            onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
          >
            {t(label)}
            {count ? <span className="story-count">{count}</span> : null}
          </a>
        ))}
      </nav>
      <section className="story" aria-labelledby="story">
        <h2 id="story">{t('sections.story')}</h2>
        <div lang={campaign.language} dir={directionOf(campaign.language)}>
          <RichText nodes={campaign.story} video={(video) => <StoryVideo {...video} />} />
        </div>
      </section>
      {campaign.gallery.length > 0 ? (
        <Section id="pictures" title="gallery.title">
          <Suspense>
            <Gallery pictures={campaign.gallery} />
          </Suspense>
        </Section>
      ) : null}
      {campaign.levels.length > 0 ? (
        <Levels campaign={campaign} isOpen={isOpen} about={about} hrefOf={levelHref} besideOf={besideLevel} />
      ) : null}
      {news.total > 0 ? (
        <Section id="updates" title="sections.updates" count={news.total}>
          <News
            slug={campaign.slug}
            language={campaign.language}
            first={news.items}
            total={news.total}
            allHref={hrefWith({ news: 'all' }, 'updates')}
          />
        </Section>
      ) : null}
      {supporters ? (
        <Section id="supporters" title="sections.supporters" count={campaign.supporterCount}>
          {supporters}
        </Section>
      ) : null}
      <Section id="words" title="sections.words" count={wordsTotal}>
        {words}
      </Section>
      <Section id="donors" title="sections.donors">
        <Donors
          campaignId={campaign.id}
          first={donors}
          hrefOf={(order, before) =>
            hrefWith({ ...(order === 'top' ? { donors: order } : {}), ...(before ? { before } : {}) }, 'donors')
          }
        />
      </Section>
      {zakat ? (
        <Section id="zakat" title="zakat-totals.title">
          {zakat}
        </Section>
      ) : null}
      {team.length > 0 ? (
        <Section id="team" title="sections.team">
          <ul className="campaign-page-team">
            {team.map(({ name, role, part }, index) => (
              <li key={`${name}-${index}`} className="card card-in">
                <Avatar name={name} />
                <span className="campaign-page-donor">
                  <bdi className="strong">{name}</bdi>
                  <span className="quiet small" dir="auto">
                    {role || t(`sections.part-${part}`)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Figures campaign={campaign} isOpen={isOpen} />
      {money ? <LinkedLines {...money} /> : null}
      <p>
        <a
          className="tap-link quiet small"
          href={`/v4/campaign/${encodeURIComponent(campaign.slug)}/report`}
          rel="nofollow"
        >
          {t('sections.report')}
        </a>
      </p>
    </div>
  )
}

function Section({
  id,
  title,
  count,
  children,
}: {
  readonly id: string
  readonly title: MessageKey
  readonly count?: number
  readonly children: ReactNode
}) {
  const t = useText()
  return (
    <section aria-labelledby={id} className="stack">
      <h2 id={id}>
        {t(title)}
        {count ? <span className="story-count">{count}</span> : null}
      </h2>
      {children}
    </section>
  )
}

/** Other open fundraisers. `action`: an additional control of each. */
export function RelatedFundraisers({
  cards,
  isOpen,
  source,
  action,
}: {
  readonly cards: readonly Card[]
  readonly isOpen: boolean
  readonly source: string
  readonly action: (card: Card) => ReactNode
}) {
  const t = useText()
  return (
    <section aria-labelledby="related" className="section">
      <div className="section-head">
        <h2 id="related">{t(isOpen ? 'sections.related' : 'sections.related-ended')}</h2>
        <a href="/v4/discover">{t('sections.see-open')}</a>
      </div>
      <div className="campaign-card-grid">
        {cards.map((card) => (
          <CampaignCard key={card.id} card={card} source={source} action={action(card)} />
        ))}
      </div>
    </section>
  )
}

/** Figures of settled donations. */
function Figures({
  campaign,
  isOpen,
}: {
  readonly campaign: Omit<Json<CampaignPage>, 'related'>
  readonly isOpen: boolean
}) {
  const t = useText()
  const locale = useLocale()
  const { raised, donationCount, lastDonationAt } = campaign.totals
  const average = donationCount > 0 ? divide(BigInt(raised), BigInt(donationCount), 'half-up') : null
  const rows: readonly (readonly [MessageKey, string])[] = [
    ['sections.donations', numberFormat(`${locale}-u-nu-latn`).format(donationCount)],
    ...(average === null
      ? []
      : ([
          ['sections.average', formatMoney(moneyOf(average, campaign.currency), locale, { fractions: 'auto' })],
        ] as const)),
    ...(lastDonationAt === null ? [] : ([['sections.last-gift', dayOf(lastDonationAt, locale)]] as const)),
    ['sections.started', dayOf(campaign.createdAt, locale)],
    ...(campaign.endsAt === null
      ? []
      : ([[isOpen ? 'sections.ends' : 'sections.ended-on', dayOf(campaign.endsAt, locale)]] as const)),
  ]
  return (
    <section aria-labelledby="figures" className="stack">
      <h2 id="figures">{t('sections.stats')}</h2>
      <dl className="campaign-page-figures">
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt className="quiet small">{t(label)}</dt>
            <dd className="strong num">
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
