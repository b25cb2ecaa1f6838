import type { ReactNode } from 'react'
import type { CampaignPage } from '#modules/causes/campaigns/contract.ts'
import { divide, formatMoney, money } from '#shared/money.ts'
import { type MessageKey, useLocale, useText } from '../../../lib/text.tsx'
import { directionOf, RichText } from '../../../ui/rich-text.tsx'
import { Avatar } from '../../../ui/small-parts.tsx'
import type { Approximate } from './approximate.ts'
import { CampaignCard } from './campaign-card.tsx'
import { dayOf } from './day.ts'
import { type Donor, type DonorOrder, Donors } from './donors.tsx'
import { Film } from './film.tsx'
import { Gallery } from './gallery.tsx'
import { Levels } from './levels.tsx'
import { News } from './news.tsx'

export type ToldProps = {
  readonly campaign: CampaignPage
  readonly isOpen: boolean
  readonly about: Approximate | null
  readonly donors: { readonly order: DonorOrder; readonly donors: readonly Donor[]; readonly next: string | null }
  readonly wordsTotal: number
  readonly words: ReactNode
  /** What became of its zakat, where it received any. */
  readonly zakat: ReactNode
  /** This page with other parameters, at a section. */
  readonly hrefWith: (query: Readonly<Record<string, string>>, section: string) => string
  readonly levelHref: (levelId: string) => string
  readonly besideLevel: (level: { readonly id: string; readonly title: string }) => ReactNode
}

/** Everything a fundraiser tells below its first screen, in sections one can jump to (content-12). */
export function Told({
  campaign,
  isOpen,
  about,
  donors,
  wordsTotal,
  words,
  zakat,
  hrefWith,
  levelHref,
  besideLevel,
}: ToldProps) {
  const t = useText()
  const { team, news } = campaign
  const sections: readonly (readonly [id: string, label: MessageKey, count?: number])[] = [
    ['story', 'told.story'],
    ...(campaign.gallery.length > 0 ? ([['pictures', 'gallery.title']] as const) : []),
    ...(campaign.levels.length > 0 ? ([['levels', 'told.levels']] as const) : []),
    ...(news.total > 0 ? ([['updates', 'told.updates', news.total]] as const) : []),
    ['words', 'told.words', wordsTotal],
    ['donors', 'told.donors'],
    ...(team.length > 0 ? ([['team', 'told.team']] as const) : []),
  ]
  return (
    <div className="stack-lg story-page">
      {/* On a phone it moves sideways, and a browser leaves what is half in view where it is. */}
      <nav className="story-nav" aria-label={t('told.nav')}>
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
        <h2 id="story">{t('told.story')}</h2>
        <div lang={campaign.language} dir={directionOf(campaign.language)}>
          <RichText nodes={campaign.story} film={(film) => <Film {...film} />} />
        </div>
      </section>
      {campaign.gallery.length > 0 ? (
        <Section id="pictures" title="told.pictures">
          <Gallery pictures={campaign.gallery} />
        </Section>
      ) : null}
      {campaign.levels.length > 0 ? (
        <Levels campaign={campaign} isOpen={isOpen} about={about} hrefOf={levelHref} besideOf={besideLevel} />
      ) : null}
      {news.total > 0 ? (
        <Section id="updates" title="told.updates" count={news.total}>
          <News
            slug={campaign.slug}
            language={campaign.language}
            first={news.items}
            total={news.total}
            allHref={hrefWith({ news: 'all' }, 'updates')}
          />
        </Section>
      ) : null}
      <Section id="words" title="told.words" count={wordsTotal}>
        {words}
      </Section>
      <Section id="donors" title="told.donors">
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
        <Section id="team" title="told.team">
          <ul className="campaign-page-team">
            {team.map(({ name, role, part }, index) => (
              <li key={`${name}-${index}`} className="card card-in">
                <Avatar name={name} />
                <span className="campaign-page-donor">
                  <bdi className="strong">{name}</bdi>
                  <span className="quiet small" dir="auto">
                    {role || t(`told.part-${part}`)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Figures campaign={campaign} isOpen={isOpen} />
      <p>
        <a
          className="tap-link quiet small"
          href={`/v4/campaign/${encodeURIComponent(campaign.slug)}/report`}
          rel="nofollow"
        >
          {t('told.report')}
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

/** Others that take gifts now. `action`: what may be done with one where it stands. */
export function Related({
  cards,
  isOpen,
  source,
  action,
}: {
  readonly cards: CampaignPage['related']
  readonly isOpen: boolean
  readonly source: string
  readonly action: (card: CampaignPage['related'][number]) => ReactNode
}) {
  const t = useText()
  return (
    <section aria-labelledby="related" className="section">
      <div className="section-head">
        <h2 id="related">{t(isOpen ? 'told.related' : 'told.related-ended')}</h2>
        <a href="/v4/discover">{t('told.see-open')}</a>
      </div>
      <div className="campaign-card-grid">
        {cards.map((card) => (
          <CampaignCard key={card.id} card={card} source={source} action={action(card)} />
        ))}
      </div>
    </section>
  )
}

/** Made once: making one costs more than the figures. */

/** What settled gifts add up to, in a few figures. */
function Figures({ campaign: of, isOpen }: { readonly campaign: CampaignPage; readonly isOpen: boolean }) {
  const t = useText()
  const locale = useLocale()
  const { raised, donationCount, lastGiftAt } = of.totals
  const average = donationCount > 0 ? divide(BigInt(raised), BigInt(donationCount), 'half-up') : null
  const facts: readonly (readonly [MessageKey, string])[] = [
    ['told.gifts', new Intl.NumberFormat(`${locale}-u-nu-latn`).format(donationCount)],
    ...(average === null
      ? []
      : ([['told.average', formatMoney(money(average, of.currency), locale, { fractions: 'auto' })]] as const)),
    ...(lastGiftAt === null ? [] : ([['told.last-gift', dayOf(lastGiftAt, locale)]] as const)),
    ['told.started', dayOf(of.createdAt, locale)],
    ...(of.endsAt === null ? [] : ([[isOpen ? 'told.ends' : 'told.ended-on', dayOf(of.endsAt, locale)]] as const)),
  ]
  return (
    <section aria-labelledby="figures" className="stack">
      <h2 id="figures">{t('told.stats')}</h2>
      <dl className="campaign-page-figures">
        {facts.map(([label, text]) => (
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
