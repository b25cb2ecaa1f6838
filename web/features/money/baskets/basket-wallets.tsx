import { lazy, Suspense, useState } from 'react'
import { everyPageMethod, getPaymentMethods, type PageMethods } from '#modules/money/giving/rules/payment-methods.ts'
import type { PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import type { ApprovedSheet } from '#modules/money/payments/rules/wallet-buttons.ts'
import type { Wallet } from '#modules/money/payments/rules/wallets.ts'
import { useFrame, useText } from '#web/lib/text.tsx'
import { toWalletSheet } from '../giving/wallets/sheet-order.ts'
import type { BasketData } from './line/basket-line.ts'
import type { BasketPrice } from './price/basket-price.ts'

/** Loaded after the page; the container reserves its space. */
const WalletSheetButtons = lazy(() =>
  import('../giving/wallets/wallet-sheet-buttons.tsx').then((module) => ({ default: module.WalletSheetButtons })),
)

type Props = {
  readonly price: BasketPrice
  readonly basketData: BasketData
  readonly payments: PublicConfiguration
  readonly wallet: { validate(): boolean; pay(sheet: ApprovedSheet): void }
  readonly isBusy: boolean
  readonly error: string | undefined
}

/** The wallets that pay for the whole basket. Renders nothing if a fundraiser or this browser has none (payments-23). */
export function BasketWallets({ price, basketData, payments, wallet, isBusy, error }: Props) {
  const t = useText()
  const frame = useFrame()
  const [isMissing, setMissing] = useState(false)
  const { currency } = price.total
  const wallets = getPaymentMethods({
    currency,
    country: basketData.country,
    frequency: 'basket',
    page: methodsOfLines(price, basketData),
    provider: payments,
    isSignedIn: Boolean(frame?.viewer.isSignedIn),
  }).filter((method): method is Wallet => method === 'applepay' || method === 'googlepay')
  if (isMissing || wallets.length === 0) return null
  return (
    <section id="wallets" tabIndex={-1} className="checkout-wallets stack no-script-hidden" aria-labelledby="express">
      <h2 id="express">{t('give.wallets')}</h2>
      {error ? <p className="error-text">{error}</p> : null}
      <Suspense fallback={<div className="checkout-wallet-buttons" />}>
        <WalletSheetButtons
          payments={payments}
          wallets={wallets}
          order={toWalletSheet(price, t)}
          frequency="basket"
          isBusy={isBusy}
          onPress={wallet.validate}
          onApprove={wallet.pay}
          onNone={() => setMissing(true)}
        />
      </Suspense>
      <p className="quiet small">{t('give.wallets-or')}</p>
    </section>
  )
}

/** Returns the methods that every fundraiser of this payment accepts. */
const methodsOfLines = ({ paid }: BasketPrice, { campaigns }: BasketData): PageMethods => {
  const pages = paid.map(({ line }) => campaigns[line.projectId]?.methods ?? everyPageMethod)
  return {
    card: pages.every(({ card }) => card),
    applepay: pages.every(({ applepay }) => applepay),
    googlepay: pages.every(({ googlepay }) => googlepay),
  }
}
