import type { ZakatCategory } from '#modules/causes/campaigns/rules/zakat.ts'
import type { Currency } from '#shared/currencies.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'

/** The distributions of a donation's zakat, in the order in which it was received (zakat-19). */
export function DistributedParts({
  parts,
  currency,
}: {
  readonly parts: readonly {
    readonly amount: number
    readonly day: string
    readonly countryName: string
    readonly category: ZakatCategory
  }[]
  readonly currency: Currency
}) {
  const t = useText()
  if (parts.length === 0) return null
  return (
    <ul className="stack">
      {parts.map((part, index) => (
        <li key={index}>
          <Amount minor={part.amount} currency={currency} />{' '}
          {t('distribution.donation-part', {
            date: part.day,
            country: `\u2068${part.countryName}\u2069`,
            category: t(`zakat.${part.category}`),
          })}
        </li>
      ))}
    </ul>
  )
}
