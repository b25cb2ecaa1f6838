import { useText } from '#web/lib/text.tsx'

const figures = ['year', 'total', 'top', 'platform', 'causes', 'streak', 'share', 'frozen'] as const
const badges = [
  'zakat',
  'daily-givers',
  'friday-givers',
  'ramadan-challenge',
  'dhul-hijjah-challenge',
  'qurbani',
] as const
const styles = ['humble', 'devoted', 'emergency', 'consistent', 'big', 'social'] as const

/** Explains how figures, badges and giving styles are calculated (`docs/rules/deeds.md` in plain words). */
export function CalculationNotes({ hijriYear }: { readonly hijriYear: number }) {
  const t = useText()
  return (
    <div className="deeds-how stack">
      <dl>
        {figures.map((figure) => (
          <div key={figure}>
            <dt>{t(`deeds.how-${figure}`)}</dt>
            <dd>{t(`deeds.how-${figure}-text`)}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('deeds.how-badges')}</h3>
      <dl>
        {badges.map((badge) => (
          <div key={badge}>
            <dt>{t(`deeds.badge-${badge}`)}</dt>
            <dd>{t(`deeds.how-badge-${badge}`)}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('deeds.how-styles')}</h3>
      <dl>
        {styles.map((style) => (
          <div key={style}>
            <dt>{t(`deeds.style-${style}`)}</dt>
            <dd>{t(`deeds.how-style-${style}`)}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={`/account/donations?year=h${hijriYear}`}>{t('deeds.page-donations')}</a>
      </p>
    </div>
  )
}
