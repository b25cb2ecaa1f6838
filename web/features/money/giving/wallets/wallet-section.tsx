import type { WalletSheet } from '#modules/money/payments/rules/wallet-buttons.ts'
import type { PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import type { Wallet } from '#modules/money/payments/rules/wallets.ts'
import type { Quote } from '#modules/money/giving/rules/quote.ts'
import { formatMoney } from '#shared/money.ts'
import { useFrame, useLocale, useText } from '#web/lib/text.tsx'
import type { CheckoutData, Form } from '../state/checkout-state.ts'
import type { WalletPayment } from '../state/payment-instrument.ts'
import { toWalletSheet } from './sheet-order.ts'
import { useQuoteAhead } from './use-quote-ahead.ts'
import { WalletSheetButtons } from './wallet-sheet-buttons.tsx'

type Props = {
  readonly form: Form
  readonly checkoutData: CheckoutData
  readonly quote: Quote
  readonly payments: PublicConfiguration
  readonly wallets: readonly Wallet[]
  readonly payment: WalletPayment
  readonly isBusy: boolean
  readonly onNone: () => void
}

/** The wallet buttons of the checkout of one donation, which pays once or starts a plan. */
export function WalletSection({ form, checkoutData, quote, payments, wallets, payment, isBusy, onNone }: Props) {
  const t = useText()
  const locale = useLocale()
  const frame = useFrame()
  const quoteAhead = useQuoteAhead(form, checkoutData)
  const { frequency } = form
  const order: WalletSheet = {
    ...toWalletSheet(quote, t),
    ...(frequency === 'once'
      ? {}
      : {
          plan: {
            frequency,
            description: `\u2068${formatMoney(quote.total, locale, { fractions: 'always' })}\u2069 ${t(`plan-checkout.every-${frequency}`)}`,
            managementUrl: `${frame?.origin ?? ''}/scheduled-giving/manage`,
          },
        }),
  }
  return (
    <WalletSheetButtons
      payments={payments}
      wallets={wallets}
      order={order}
      frequency={frequency}
      isBusy={isBusy}
      onPress={() => payment.validate(quoteAhead.known())}
      onApprove={(sheet) => payment.pay(sheet, quoteAhead.ask())}
      onNone={onNone}
    />
  )
}
