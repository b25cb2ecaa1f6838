import type { Currency } from '#shared/money.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import type { BasketPrice } from './basket-price.ts'

/**
 * Shown if no donation in the basket has the chosen currency: S2's sentence and a button for each currency in the
 * basket (baskets-4).
 */
export function NoMatchingCurrency({
  price,
  formId,
  onPayIn,
}: {
  readonly price: BasketPrice
  readonly formId: string
  readonly onPayIn: (currency: Currency) => void
}) {
  const t = useText()
  const currencies = [
    ...new Set(price.skipped.flatMap(({ line, reason }) => (reason === 'other-currency' ? [line.currency] : []))),
  ]
  return (
    <div className="notice notice-problem stack" id="gifts-none" tabIndex={-1}>
      <p>{t('basket-page.none-match')}</p>
      {currencies.map((currency) => (
        <Button
          key={currency}
          type="submit"
          form={formId}
          name="payIn"
          value={currency}
          onClick={(event) => {
            event.preventDefault()
            onPayIn(currency)
          }}
        >
          {t('basket-page.pay-in', { currency: `\u2068${currency}\u2069` })}
        </Button>
      ))}
    </div>
  )
}
