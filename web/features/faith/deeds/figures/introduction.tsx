import { useText } from '#web/lib/text.tsx'
import type { StoryData } from '../story-data.ts'

/**
 * One of three introductions: the donor is among the top donors, among the most frequent donors, or part of all donors'
 * total.
 */
export function Introduction({ data: { introduction } }: { readonly data: StoryData }) {
  const t = useText()
  if (introduction.kind !== 'platform')
    return (
      <>
        <p className="deeds-figure">{t(`deeds.${introduction.kind}`)}</p>
        <p className="deeds-lead">{t(`deeds.${introduction.kind}-text`)}</p>
      </>
    )
  return (
    <>
      <dl className="deeds-pair">
        <div>
          <dt>{t('deeds.platform-donors', { count: introduction.donorCount })}</dt>
          <dd className="deeds-figure num">
            <bdi>{introduction.donors}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('deeds.platform-amount')}</dt>
          <dd className="deeds-figure num">
            <bdi>{introduction.amount}</bdi>
          </dd>
        </div>
      </dl>
      <p className="deeds-lead">{t('deeds.platform-text')}</p>
    </>
  )
}
