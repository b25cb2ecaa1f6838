import type { ReactNode } from 'react'
import type { OwnLevelView } from '#modules/organizers/fundraising/contract-levels.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { levelFieldsOf, levelFieldLabels, type PostedLevel } from './level-form.tsx'

const labels: Readonly<Record<keyof PostedLevel, MessageKey>> = {
  amount: 'fundraising.level-amount',
  title: 'fundraising.title',
  description: 'fundraising.level-description',
  limit: 'fundraising.level-limit',
  benefitValue: 'fundraising.level-benefit',
  hidden: 'fundraising.level-hidden',
  ...levelFieldLabels,
}

/** Focuses the element when it appears, so that it is read out without being an alert. */
const focusOnce = (element: HTMLElement | null) => element?.focus()

/** Someone else changed this level: shows the differences field by field, and the choice (`children`). */
export function LevelConflict({
  theirs,
  mine,
  children,
}: {
  readonly theirs: OwnLevelView
  readonly mine: PostedLevel
  readonly children: ReactNode
}) {
  const t = useText()
  const current = levelFieldsOf(theirs)
  const different = (Object.keys(labels) as (keyof PostedLevel)[]).filter((field) => current[field] !== mine[field])
  const shown = (value: string | boolean) => {
    if (value === '') return t('fundraising.level-nothing')
    return typeof value === 'string' ? <bdi>{value}</bdi> : t(value ? 'fundraising.level-yes' : 'fundraising.no')
  }
  return (
    <div
      ref={focusOnce}
      tabIndex={-1}
      className="notice notice-problem stack"
      role="group"
      aria-label={t('fundraising.level-conflict')}
    >
      <p className="strong">{t('fundraising.level-conflict')}</p>
      <p>{t('fundraising.level-conflict-text')}</p>
      <dl className="organize-differences">
        {different.map((field) => (
          <div key={field}>
            <dt>{t(labels[field])}</dt>
            <dd>
              <span className="quiet">{t('fundraising.level-theirs')}</span> {shown(current[field])}
            </dd>
            <dd>
              <span className="quiet">{t('fundraising.level-mine')}</span> {shown(mine[field])}
            </dd>
          </div>
        ))}
      </dl>
      <div className="button-row">{children}</div>
    </div>
  )
}

/** Shown after accepting the other version. */
export function OtherVersionAccepted() {
  const t = useText()
  return (
    <p ref={focusOnce} tabIndex={-1} className="notice">
      {t('fundraising.level-latest-version')}
    </p>
  )
}
