import { useText } from '#web/lib/text.tsx'
import type { StoryData } from '../story-data.ts'
import { useAmount } from './use-amount.ts'

/** The longest streak of giving days, with an ear of grain for each of the five badges that was reached. */
export function Streaks({ data }: { readonly data: StoryData }) {
  const t = useText()
  return (
    <>
      <p className="deeds-figure num">{t('deeds.streak', { count: data.streak })}</p>
      <ul className="deeds-streak">
        {data.streakBadges.map(({ days, isReached }) => (
          <li key={days} data-reached={isReached || undefined}>
            <svg viewBox="0 0 48 64" fill="none" stroke="currentColor" strokeWidth="2.4" aria-hidden="true">
              <path d="M24 62V18" strokeLinecap="round" />
              <g className="deeds-grains">
                <path d="M24 20c-5-5-5-11 0-18 5 7 5 13 0 18z" />
                <path d="M24 34c-8-1-12-6-12-14 8 1 12 6 12 14zM24 34c8-1 12-6 12-14-8 1-12 6-12 14z" />
                <path d="M24 48c-8-1-12-6-12-14 8 1 12 6 12 14zM24 48c8-1 12-6 12-14-8 1-12 6-12 14z" />
              </g>
            </svg>
            <span className="num">{t('deeds.days', { count: days })}</span>
            <span className="visually-hidden">{t(isReached ? 'deeds.streak-reached' : 'deeds.streak-not-yet')}</span>
          </li>
        ))}
      </ul>
      <p className="deeds-lead">{t('deeds.streak-text')}</p>
      {data.fridayStreak > 1 ? (
        <p className="deeds-reason">{t('deeds.friday-streak', { count: data.fridayStreak })}</p>
      ) : null}
    </>
  )
}

/** Donors who gave through the donor's links, and their total. */
export function Referrals({ data }: { readonly data: StoryData }) {
  const t = useText()
  // Referral totals are never marked as approximate (deeds-3).
  const show = useAmount({ currency: data.currency, isApproximate: false })
  return (
    <>
      <p className="deeds-figure num">{show(data.referrals.amount)}</p>
      <p className="deeds-lead">{t('deeds.share-amount')}</p>
      <p className="deeds-reason">{t('deeds.share-count', { count: data.referrals.count })}</p>
    </>
  )
}
