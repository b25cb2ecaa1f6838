import { numberFormat } from '#shared/formats.ts'
import { type Currency, divide, exponentOf, formatMoney, money } from '#shared/money.ts'
import { intlTag, type Locale } from '#shared/text.ts'
import { useLocale, useText } from '#web/lib/text.tsx'

export type PlatformTotals = {
  readonly donations: number
  readonly charities: number
  readonly countries: number
  readonly currency: Currency
  /** Minor units at the latest rates; null if unknown. */
  readonly raised: number | null
}

/** The platform's total and three other figures. */
export function PlatformFigures({ figures }: { readonly figures: PlatformTotals }) {
  const t = useText()
  const locale = useLocale()
  const count = (number: number) => numberFormat(`${intlTag(locale)}-nu-latn`).format(number)
  const shown = [
    ...(figures.raised === null
      ? []
      : [['home.figure-raised', `≈\u00a0${roundedMoney(figures.raised, figures.currency, locale)}`] as const]),
    ['home.figure-donations', count(figures.donations)] as const,
    ['home.figure-charities', count(figures.charities)] as const,
    ['home.figure-countries', count(figures.countries)] as const,
  ]
  return (
    <dl className="home-figures" aria-label={t('home.figures')}>
      {shown.map(([label, text]) => (
        <div key={label}>
          <dd className="num">
            <bdi>{text}</bdi>
          </dd>
          <dt>{t(label)}</dt>
        </div>
      ))}
    </dl>
  )
}

/** Rounds to hundreds, since more digits would look exact although rates change. */
function roundedMoney(minor: number, currency: Currency, locale: Locale): string {
  const step = 100n * 10n ** BigInt(exponentOf(currency))
  return formatMoney(money(divide(BigInt(minor), step, 'half-up') * step, currency), locale)
}
