import type { ReactNode } from 'react'
import { useText } from '#web/lib/text.tsx'
import { BadgeCard } from './figures/badges.tsx'
import { GivingStyle } from './figures/giving-style.tsx'
import { CalculationNotes } from './calculation-notes.tsx'
import { Backdrop } from './icons.tsx'
import { Introduction } from './figures/introduction.tsx'
import { NextGiving } from './next-giving.tsx'
import { ActiveMonth, Countries } from './figures/places-and-months.tsx'
import { Salam } from './salam.tsx'
import { slidesOf } from './slides.ts'
import type { StoryData } from './story-data.ts'
import { Referrals, Streaks } from './figures/streaks.tsx'
import { FundraiserDetails, TopCauses } from './figures/top-causes.tsx'
import { Total } from './figures/total.tsx'
import { ThanksActions } from './thanks-actions.tsx'
import { Years } from './years.tsx'

type Props = {
  readonly data: StoryData
  readonly programmes: ReactNode
  readonly years: readonly number[]
  readonly surveyUrl: string | undefined
  readonly isSurveySent?: boolean
  /** The form to share the Deeds; omitted if the story has its own. */
  readonly share?: ReactNode
}

/** The story's figures on one page, for reading and for browsers without JavaScript. */
export function PageView({ data, programmes, years, surveyUrl, isSurveySent, share }: Props) {
  const t = useText()
  const year = String(data.hijriYear)
  const shown = new Set(slidesOf({ hasCountry: data.countries !== null, streak: data.streak }).map(({ id }) => id))
  return (
    <>
      <section className="deeds-panel" data-slide="welcome">
        <Backdrop />
        <div className="deeds-panel-in">
          <Salam userName={data.userName} />
          <p className="deeds-lead">{t('deeds.look-back', { year })}</p>
          <p className="no-script-hidden">
            <a className="button button-light" href={`/deeds?hijriYear=${year}`}>
              {t('deeds.watch')}
            </a>
          </p>
          <Years years={years} hijriYear={data.hijriYear} />
        </div>
      </section>
      <div className="page deeds-page">
        <div className="deeds-parts">
          <Part id="introduction" title={t('deeds.introduction')}>
            <Introduction data={data} />
          </Part>
          <Part id="total" title={t('deeds.total-label')}>
            <Total data={data} hasReducedMotion />
          </Part>
          <Part id="categories" title={t(data.causes.length === 1 ? 'deeds.category' : 'deeds.top-categories')}>
            <TopCauses data={data} />
          </Part>
          <Part id="top" title={t('deeds.top')}>
            <FundraiserDetails data={data} />
          </Part>
          {data.countries ? (
            <Part id="countries" title={t('deeds.countries')}>
              <Countries countries={data.countries} />
            </Part>
          ) : null}
          <Part id="months" title={t('deeds.months')}>
            <ActiveMonth data={data} />
          </Part>
          {shown.has('streaks') ? (
            <Part id="streaks" title={t('deeds.streaks')}>
              <Streaks data={data} />
            </Part>
          ) : null}
          <Part id="style" title={t('deeds.style-label')}>
            <GivingStyle data={data} />
          </Part>
          {data.referrals.count > 0 ? (
            <Part id="share" title={t('deeds.share')}>
              <Referrals data={data} />
            </Part>
          ) : null}
        </div>
        <section className="section stack" aria-labelledby="deeds-badges">
          <h2 id="deeds-badges">{t('deeds.badges')}</h2>
          {data.badges.length === 0 ? (
            <p>
              <span className="strong">{t('deeds.badges-none')}</span> <span>{t('deeds.badges-none-text')}</span>
            </p>
          ) : (
            <div className="deeds-badges">
              {data.badges.map((badge) => (
                <BadgeCard key={badge.badge} badge={badge} data={data} />
              ))}
            </div>
          )}
        </section>
        <section className="section stack" aria-labelledby="deeds-thanks">
          <h2 id="deeds-thanks">{t('deeds.thanks')}</h2>
          <p>{t('deeds.thanks-text', { year })}</p>
          <ThanksActions surveyUrl={surveyUrl} hijriYear={data.hijriYear} isSurveySent={isSurveySent} />
        </section>
        {share ? (
          <section className="section stack" aria-labelledby="deeds-share">
            <h2 id="deeds-share">{t('deeds.share-deeds')}</h2>
            {share}
          </section>
        ) : null}
        <NextGiving programmes={programmes} look="grid" />
        <section className="section stack" aria-labelledby="how">
          <h2 id="how">{t('deeds.how')}</h2>
          <CalculationNotes hijriYear={data.hijriYear} />
          <p>
            <a href={`/account/donations?year=h${year}`}>{t('deeds.donations')}</a>
          </p>
          <p className="quiet">
            {t('deeds.page-consent')} <a href="/account/privacy#consent-recap">{t('deeds.privacy')}</a>
          </p>
        </section>
      </div>
    </>
  )
}

const Part = ({
  id,
  title,
  children,
}: {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}) => (
  <section className="card card-in deeds-part" aria-labelledby={`deeds-part-${id}`}>
    <h2 id={`deeds-part-${id}`}>{title}</h2>
    {children}
  </section>
)
