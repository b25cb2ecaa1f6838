import { lazy, Suspense, useState } from 'react'
import { zero } from '#shared/money.ts'
import { everyPageMethod, getPaymentMethods } from '#modules/money/giving/rules/payment-methods.ts'
import type { PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import type { ApprovedSheet } from '#modules/money/payments/rules/wallet-buttons.ts'
import type { Wallet } from '#modules/money/payments/rules/wallets.ts'
import { useText } from '#web/lib/text.tsx'
import type { CheckoutData } from '#web/features/money/giving/state/checkout-state.ts'

/** Loaded after the page; the container reserves its space. */
const WalletSheetButtons = lazy(() =>
  import('#web/features/money/giving/wallets/wallet-sheet-buttons.tsx').then((module) => ({
    default: module.WalletSheetButtons,
  })),
)

type Props = {
  readonly checkoutData: CheckoutData
  readonly payments: PublicConfiguration
  /** What is charged and when, in the donor's language. */
  readonly chargedLater: string
  readonly isBusy: boolean
  readonly error: string | undefined
  /** Validates the form and returns whether the sheet may open; otherwise shows the first error. */
  readonly onPress: () => boolean
  readonly onApprove: (sheet: ApprovedSheet) => void
}

/**
 * The wallets with which a guest starts a plan; nothing is charged that day. Renders nothing for an account, which uses
 * a saved card, or if this browser has no wallet (payments-23).
 */
export function PlanWallets({ checkoutData, payments, chargedLater, isBusy, error, onPress, onApprove }: Props) {
  const t = useText()
  const [isMissing, setMissing] = useState(false)
  const wallets = getPaymentMethods({
    currency: checkoutData.currency,
    country: checkoutData.country,
    frequency: 'schedule',
    page: checkoutData.methods ?? everyPageMethod,
    provider: payments,
    isSignedIn: checkoutData.isSignedIn,
  }).filter((method): method is Wallet => method === 'applepay' || method === 'googlepay')
  if (isMissing || wallets.length === 0) return null
  return (
    <div id="wallets" tabIndex={-1} role="group" aria-labelledby="express" className="stack no-script-hidden">
      <h4 id="express">{t('give.wallets')}</h4>
      {error ? <p className="error-text">{error}</p> : null}
      <Suspense fallback={<div className="checkout-wallet-buttons" />}>
        <WalletSheetButtons
          payments={payments}
          wallets={wallets}
          order={{ total: zero(checkoutData.currency), lines: [], chargedLater }}
          frequency="schedule"
          isBusy={isBusy}
          onPress={onPress}
          onApprove={onApprove}
          onNone={() => setMissing(true)}
        />
      </Suspense>
      <p className="quiet small">{t('give.wallets-or')}</p>
    </div>
  )
}
