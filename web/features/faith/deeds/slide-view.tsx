import type { ReactNode } from 'react'
import { useText } from '#web/lib/text.tsx'
import { BadgeCard, NoBadges } from './figures/badges.tsx'
import { GivingStyle } from './figures/giving-style.tsx'
import { Introduction } from './figures/introduction.tsx'
import { NextGiving } from './next-giving.tsx'
import { ActiveMonth, Countries } from './figures/places-and-months.tsx'
import { Salam } from './salam.tsx'
import type { SlideId } from './slides.ts'
import type { StoryData } from './story-data.ts'
import { Referrals, Streaks } from './figures/streaks.tsx'
import { TopCauses, TopFundraiser } from './figures/top-causes.tsx'
import { Total } from './figures/total.tsx'

export type SlideViewProps = {
  readonly id: SlideId
  readonly step: number
  readonly data: StoryData
  /** Whether the card has flipped. With reduced motion it shows its back immediately. */
  readonly hasTurned: boolean
  readonly badge: StoryData['badges'][number] | undefined
  /** Shows final values immediately. */
  readonly hasReducedMotion: boolean
  readonly programmes: ReactNode
  /** The controls of the first, the sharing and the last slide. */
  readonly children?: ReactNode
}

/** One step of a slide: first its sentence, then its figures. */
export function SlideView(props: SlideViewProps) {
  const t = useText()
  const { id, step, data, children } = props
  const year = String(data.hijriYear)
  if (id === 'welcome')
    return (
      <>
        <Salam userName={data.userName} />
        <p className="deeds-lead">{t('deeds.look-back', { year })}</p>
        {children}
      </>
    )
  if (id === 'thanks')
    return (
      <>
        <h1>{t('deeds.thanks')}</h1>
        <p className="deeds-lead">{t('deeds.thanks-text', { year })}</p>
        {children}
        <NextGiving programmes={props.programmes} look="carousel" />
      </>
    )
  if (step === 0) return <h1 className="deeds-sentence">{t(sentenceOf(id, data))}</h1>
  return (
    <>
      <h1 className="deeds-heading">{t(headingOf(props))}</h1>
      <Figures {...props} />
      {children}
    </>
  )
}

const sentences = {
  introduction: 'deeds.introduction',
  total: 'deeds.total',
  categories: 'deeds.categories',
  countries: 'deeds.countries',
  months: 'deeds.months',
  badges: 'deeds.badges',
  style: 'deeds.style',
  streaks: 'deeds.streaks',
  share: 'deeds.share',
} as const

/** Without referrals, the sharing slide only invites the donor to share. */
const sentenceOf = (id: keyof typeof sentences, { referrals }: StoryData) =>
  id === 'share' && referrals.count === 0 ? 'deeds.share-invite' : sentences[id]

function headingOf({ id, step, data }: SlideViewProps) {
  switch (id) {
    case 'total':
      return 'deeds.total-label'
    case 'categories':
      if (step === 2) return 'deeds.top'
      return data.causes.length === 1 ? 'deeds.category' : 'deeds.top-categories'
    case 'style':
      return 'deeds.style-label'
    case 'welcome':
    case 'thanks':
      return 'deeds.title'
    default:
      return sentenceOf(id, data)
  }
}

function Figures({ id, step, data, hasTurned, badge, hasReducedMotion }: SlideViewProps) {
  const t = useText()
  switch (id) {
    case 'introduction':
      return <Introduction data={data} />
    case 'total':
      return <Total data={data} hasReducedMotion={hasReducedMotion} />
    case 'categories':
      return step === 2 ? (
        <TopFundraiser data={data} hasTurned={hasTurned || hasReducedMotion} />
      ) : (
        <TopCauses data={data} />
      )
    case 'countries':
      return data.countries ? <Countries countries={data.countries} /> : null
    case 'months':
      return <ActiveMonth data={data} />
    case 'badges':
      return badge ? <BadgeCard key={badge.badge} badge={badge} data={data} /> : <NoBadges />
    case 'style':
      return <GivingStyle data={data} />
    case 'streaks':
      return <Streaks data={data} />
    case 'share':
      return data.referrals.count > 0 ? (
        <Referrals data={data} />
      ) : (
        <p className="deeds-lead">{t('deeds.share-invite-text')}</p>
      )
    default:
      return null
  }
}
