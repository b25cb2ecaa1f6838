import { useText } from '#web/lib/text.tsx'
import type { StoryData } from '../story-data.ts'
import { useAmount } from './use-amount.ts'

/**
 * The number of countries that were helped, and the country with the largest sum by name, because not every device
 * shows flag emojis.
 */
export function Countries({ countries }: { readonly countries: NonNullable<StoryData['countries']> }) {
  const t = useText()
  return (
    <>
      <p className="deeds-figure num">{t('deeds.countries-count', { count: countries.count })}</p>
      <p className="deeds-lead">{t(countries.count === 1 ? 'deeds.countries-only' : 'deeds.countries-top')}</p>
      <p className="deeds-country">
        <bdi>{countries.name}</bdi>
      </p>
    </>
  )
}

/** The month with the largest sum. */
export function ActiveMonth({ data }: { readonly data: StoryData }) {
  const t = useText()
  const show = useAmount(data)
  return (
    <>
      <p className="deeds-figure num">{show(data.month.amount)}</p>
      <p className="deeds-month">{t('deeds.month', { month: data.month.name, year: String(data.hijriYear) })}</p>
      <p className="deeds-lead">{t('deeds.month-text')}</p>
    </>
  )
}
