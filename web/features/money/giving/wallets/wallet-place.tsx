import { lazy, Suspense, useEffect } from 'react'
import { everyPageMethod, getPaymentMethods } from '#modules/money/giving/rules/payment-methods.ts'
import type { Wallet } from '#modules/money/payments/rules/wallets.ts'
import type { PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import type { Quote } from '#modules/money/giving/rules/quote.ts'
import { formatMoney } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { PriceParts } from '../form/price-parts.tsx'
import type { CheckoutData, Form } from '../state/checkout-state.ts'
import type { WalletPayment } from '../state/payment-instrument.ts'

/** Loaded after the page; the container reserves its space. */
const WalletSection = lazy(() => import('./wallet-section.tsx').then((module) => ({ default: module.WalletSection })))

type Props = {
  readonly form: Form
  readonly checkoutData: CheckoutData
  readonly quote: Quote
  readonly payments: PublicConfiguration
  readonly payment: WalletPayment
  readonly isBusy: boolean
  /** Why the last wallet payment failed. */
  readonly error: string | undefined
  /** Whether this browser has none of the offered wallets. */
  readonly isMissing: boolean
  readonly onMissing: () => void
}

/** Container of the wallet buttons above the form. Renders nothing if no wallet is offered (payments-23). */
export function WalletPlace(props: Props) {
  const { form, checkoutData, payments, quote, error, isMissing, onMissing } = props
  const t = useText()
  const locale = useLocale()
  const wallets = getPaymentMethods({
    currency: checkoutData.currency,
    country: checkoutData.country,
    frequency: form.frequency,
    page: checkoutData.methods ?? everyPageMethod,
    provider: payments,
    isSignedIn: checkoutData.isSignedIn,
  }).filter((method): method is Wallet => method === 'applepay' || method === 'googlepay')
  const isNone = wallets.length === 0
  useEffect(() => {
    if (isNone) onMissing()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `onMissing` changes with each render
  }, [isNone])
  if (isMissing || isNone) return null
  return (
    <section id="wallets" tabIndex={-1} className="checkout-wallets stack no-script-hidden" aria-labelledby="express">
      <div className="row-apart">
        <h2 id="express">{t('give.wallets')}</h2>
        <p className="num strong">
          <span className="visually-hidden">{t('give.total')}</span>{' '}
          <bdi>{formatMoney(quote.total, locale, { fractions: 'always' })}</bdi>
        </p>
      </div>
      <PriceParts quote={quote} />
      {error ? <p className="error-text">{error}</p> : null}
      <Suspense fallback={<div className="checkout-wallet-buttons" />}>
        <WalletSection {...props} wallets={wallets} onNone={onMissing} />
      </Suspense>
      {(checkoutData.methods?.card ?? true) ? (
        <p className="quiet small">
          {(form.frequency === 'once' && checkoutData.bankDebit?.texts['debit.or']) || t('give.wallets-or')}
        </p>
      ) : null}
    </section>
  )
}
