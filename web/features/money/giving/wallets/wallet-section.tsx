import { useEffect, useRef, useState } from 'react'
import type { ApprovedSheet, WalletSheet, WalletButtons } from '#modules/money/payments/rules/wallet-buttons.ts'
import type { PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import type { Wallet } from '#modules/money/payments/rules/wallets.ts'
import type { Quote } from '#modules/money/giving/rules/quote.ts'
import { formatMoney } from '#shared/money.ts'
import { track } from '#web/lib/analytics.ts'
import { useFrame, useLocale, useText } from '#web/lib/text.tsx'
import { mountWalletButtons } from '#web/features/money/payments/wallet-buttons.ts'
import type { CheckoutData, Form } from '../state/checkout-state.ts'
import type { WalletPayment } from '../state/payment-instrument.ts'
import { toWalletSheet } from './sheet-order.ts'
import { useQuoteAhead } from './use-quote-ahead.ts'

type Props = {
  readonly form: Form
  readonly checkoutData: CheckoutData
  readonly quote: Quote
  readonly payments: PublicConfiguration
  /** The offered wallets; the browser may support fewer. */
  readonly wallets: readonly Wallet[]
  readonly payment: WalletPayment
  readonly isBusy: boolean
  /** The browser supports none of them. */
  readonly onNone: () => void
}

/** The reserved space would stay empty, so the buttons are removed if they aren't ready within this time. */
const readyWithinMs = 3000

/**
 * The Apple Pay and Google Pay buttons, and the payment from the click to the approved sheet. Loaded after the page,
 * and only with JavaScript (payments-24).
 */
export function WalletSection({ form, checkoutData, quote, payments, wallets, payment, isBusy, onNone }: Props) {
  const t = useText()
  const locale = useLocale()
  const frame = useFrame()
  const place = useRef<HTMLDivElement>(null)
  const buttons = useRef<WalletButtons | undefined>(undefined)
  const [isOpen, setOpen] = useState(false)
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

  function onPress(wallet: Wallet): WalletSheet | undefined {
    track('payment-method-selected', { method: wallet, frequency })
    if (isBusy || !payment.validate(quoteAhead.known())) return undefined
    setOpen(true)
    return order
  }

  function onApprove(sheet: ApprovedSheet) {
    setOpen(false)
    payment.pay(sheet, quoteAhead.ask())
  }

  function onCancel() {
    setOpen(false)
    track('wallet-cancelled', { frequency })
  }

  // The provider keeps the first callbacks, which must use the current form.
  const latest = useRef({ onPress, onApprove, onCancel })
  latest.current = { onPress, onApprove, onCancel }

  useEffect(() => {
    const into = place.current
    if (!into) return
    let isGone = false
    const giveUp = setTimeout(onNone, readyWithinMs)
    mountWalletButtons(into, {
      ...payments,
      wallets,
      locale,
      theme: frame?.theme ?? 'auto',
      title: t('give.wallets'),
      failed: t('give.exception'),
      order,
      onReady: (available) => {
        clearTimeout(giveUp)
        if (available.length === 0) onNone()
      },
      onClick: (wallet) => latest.current.onPress(wallet),
      onApprove: (sheet) => latest.current.onApprove(sheet),
      onCancel: () => latest.current.onCancel(),
    })
      .then((mounted) => {
        if (isGone) mounted.destroy()
        else buttons.current = mounted
      })
      .catch((error: unknown) => {
        console.error('the wallets could not be shown', error)
        onNone()
      })
    return () => {
      isGone = true
      clearTimeout(giveUp)
      buttons.current?.destroy()
      buttons.current = undefined
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- mounted once per set of wallets
  }, [wallets.join()])

  useEffect(() => {
    if (quote.gift.amount > 0n) buttons.current?.update(order)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the order is derived from the quote
  }, [quote.total.amount, quote.tip.amount, quote.coveredFee.amount, frequency])

  return (
    <>
      <div ref={place} className="checkout-wallet-buttons" inert={isBusy} />
      <p role="status" className="small">
        {isOpen ? t('give.wallets-confirm') : ''}
      </p>
    </>
  )
}
