import { listFormat } from '#shared/formats.ts'
import { formatMoney, money } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { BadgeArt } from './badge-art.tsx'
import type { BadgeView, StoryData } from '../story-data.ts'
import { useAmount } from './use-amount.ts'

/** A badge with its figure and label. */
export function BadgeCard({ badge, data }: { readonly badge: BadgeView; readonly data: StoryData }) {
  const t = useText()
  const show = useAmount(data)
  const locale = useLocale()
  return (
    <article className="deeds-badge" data-badge={badge.badge}>
      <BadgeArt badge={badge.badge} />
      <h3>{t(`deeds.badge-${badge.badge}`)}</h3>
      {badge.badge === 'zakat' ? (
        <>
          <p className="deeds-badge-figure num">
            <bdi>
              {data.isApproximate ? '≈\u00a0' : ''}
              {formatMoney(money(BigInt(badge.amount), data.currency), locale, { fractions: 'auto' })}
            </bdi>{' '}
            <bdi className="deeds-currency">{data.currency}</bdi>
          </p>
          {badge.fundraisers > 0 ? <p>{t('deeds.badge-across', { count: badge.fundraisers })}</p> : null}
        </>
      ) : null}
      {badge.badge === 'daily-givers' ? (
        <>
          <p className="deeds-badge-figure num">{t('deeds.days', { count: badge.days })}</p>
          {badge.causes > 0 ? <p>{t('deeds.badge-causes', { count: badge.causes })}</p> : null}
        </>
      ) : null}
      {badge.badge === 'friday-givers' ? (
        <>
          <p className="deeds-badge-figure num">{t('deeds.fridays', { count: badge.fridays })}</p>
          <p>{t('deeds.badge-total', { amount: show(badge.amount) })}</p>
        </>
      ) : null}
      {badge.badge === 'ramadan-challenge' || badge.badge === 'dhul-hijjah-challenge' ? (
        <>
          <p className="deeds-badge-figure num">{show(badge.amount)}</p>
          {badge.claim ? (
            <>
              <p>{t('deeds.badge-participants', { participants: badge.claim.participants })}</p>
              <p className="deeds-small">
                {t('deeds.badge-source', { source: badge.claim.source, date: badge.claim.date })}
              </p>
            </>
          ) : null}
        </>
      ) : null}
      {badge.badge === 'qurbani' ? (
        <>
          <QurbaniShares {...badge} />
          {badge.country ? <p>{t('deeds.badge-country', { country: badge.country })}</p> : null}
        </>
      ) : null}
    </article>
  )
}

/** The number of Qurbani shares with the kinds of animal. A sheep or goat is one share; a cow or camel has several. */
function QurbaniShares({ shares, kinds }: Extract<BadgeView, { readonly badge: 'qurbani' }>) {
  const t = useText()
  const locale = useLocale()
  const [only] = kinds
  if (kinds.length === 1 && (only === 'Sheep' || only === 'Goat'))
    return <p className="deeds-badge-figure num">{t(`deeds.animal-${only}`, { count: shares })}</p>
  return (
    <>
      <p className="deeds-badge-figure num">{t('deeds.shares', { count: shares })}</p>
      <p>{listFormat(locale).format(kinds.map((kind) => t(`deeds.kind-${kind}`)))}</p>
    </>
  )
}

/** Shown instead of badges if there are none. */
export function NoBadges() {
  const t = useText()
  return (
    <>
      <p className="deeds-figure">{t('deeds.badges-none')}</p>
      <p className="deeds-lead">{t('deeds.badges-none-text')}</p>
    </>
  )
}

/** One dot per badge to choose it; while the story plays, it changes by itself. */
export function BadgeDots({
  badges,
  shown,
  onChoose,
}: {
  readonly badges: StoryData['badges']
  readonly shown: number
  readonly onChoose: (index: number) => void
}) {
  const t = useText()
  if (badges.length < 2) return null
  return (
    <div className="deeds-dots">
      {badges.map(({ badge }, index) => (
        <button
          key={badge}
          type="button"
          aria-label={t('deeds.badge-show', { badge: t(`deeds.badge-${badge}`) })}
          aria-current={index === shown || undefined}
          onClick={() => onChoose(index)}
        >
          <span />
        </button>
      ))}
    </div>
  )
}
