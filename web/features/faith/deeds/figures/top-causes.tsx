import { useState } from 'react'
import { useText } from '#web/lib/text.tsx'
import { CauseArt, GrainEars } from './cause-art.tsx'
import { barWidths } from './causes.ts'
import type { StoryData } from '../story-data.ts'
import { useAmount } from './use-amount.ts'

/** A single cause, or up to three causes as ranked bars. */
export function TopCauses({ data: { causes, totalCauses } }: { readonly data: StoryData }) {
  const t = useText()
  const [only] = causes
  if (causes.length === 1 && only)
    return (
      <div className="deeds-cause">
        <CauseArt cause={only} />
        <p className="deeds-figure">{t(`deeds.cause-${only}`)}</p>
      </div>
    )
  return (
    <>
      <ol className="deeds-bars">
        {causes.map((cause, index) => (
          <li key={cause} style={{ inlineSize: `${barWidths[index]}%` }}>
            <span className="deeds-rank num">{t('deeds.rank', { rank: String(index + 1) })}</span>
            <span className="deeds-bar-name">{t(`deeds.cause-${cause}`)}</span>
            <CauseArt cause={cause} />
          </li>
        ))}
      </ol>
      {totalCauses > causes.length ? (
        <p className="deeds-lead">{t('deeds.causes-count', { count: totalCauses })}</p>
      ) : null}
    </>
  )
}

/** The fundraiser with the donor's largest sum, on a card that flips automatically (`hasTurned`) and on click. */
export function TopFundraiser({ data, hasTurned }: { readonly data: StoryData; readonly hasTurned: boolean }) {
  const t = useText()
  const [clicks, setClicks] = useState(0)
  const isTurned = (clicks % 2 === 1) !== hasTurned
  return (
    <button
      type="button"
      className="deeds-flip"
      aria-pressed={isTurned}
      aria-label={t('deeds.top-turn')}
      aria-describedby="deeds-top"
      onClick={() => setClicks(clicks + 1)}
    >
      <span className="deeds-flip-in" aria-hidden="true">
        <span className="deeds-face">
          <GrainEars />
          <span className="num">{t('deeds.year', { year: String(data.hijriYear) })}</span>
        </span>
        <span className="deeds-face deeds-back">
          <FundraiserDetails data={data} />
        </span>
      </span>
      <span id="deeds-top" className="visually-hidden">
        {data.top.title}
        {data.top.charityName ? `, ${data.top.charityName}` : ''}
      </span>
    </button>
  )
}

/** Cover, charity and title. If the fundraiser has no public page, only its name and the sum. */
export function FundraiserDetails({ data }: { readonly data: StoryData }) {
  const t = useText()
  const show = useAmount(data)
  const { top } = data
  return (
    <span className="deeds-fundraiser">
      {top.imageUrl ? (
        <img src={`${top.imageUrl}&w=480`} alt="" width="480" height="270" loading="lazy" />
      ) : (
        <GrainEars />
      )}
      {top.iconUrl ? (
        <img className="deeds-icon" src={`${top.iconUrl}&w=480`} alt="" width="48" height="48" loading="lazy" />
      ) : null}
      <span className="deeds-fundraiser-title" dir="auto">
        {top.title}
      </span>
      {top.charityName ? (
        <bdi>{top.charityName}</bdi>
      ) : (
        <span>{t('deeds.top-amount', { amount: show(top.amount) })}</span>
      )}
    </span>
  )
}
