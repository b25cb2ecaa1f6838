import type { Currency } from '#shared/money.ts'
import { type Approximate, approximately } from '#web/features/causes/campaigns/approximate.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'

/** An amount in the item's currency, with the donor's currency next to it. */
export function Price({
  minor,
  offer: { currency, about },
}: {
  readonly minor: number
  readonly offer: { readonly currency: Currency; readonly about: Approximate | null }
}) {
  const t = useText()
  const converted = approximately(about, minor, useLocale())
  return (
    <>
      <span className="strong">
        <Amount minor={minor} currency={currency} />
      </span>
      {converted ? <span className="qurbani-approx"> {t('qurbani.approx', { amount: converted })}</span> : null}
    </>
  )
}
