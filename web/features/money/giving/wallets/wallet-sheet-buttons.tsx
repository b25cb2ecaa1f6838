import { useEffect, useRef, useState } from 'react'
import type { ApprovedSheet, WalletSheet, WalletButtons } from '#modules/money/payments/rules/wallet-buttons.ts'
import type { PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import type { Wallet } from '#modules/money/payments/rules/wallets.ts'
import type { PaymentFrequency } from '#modules/money/giving/rules/payment-methods.ts'
import { track } from '#web/lib/analytics.ts'
import { useFrame, useLocale, useText } from '#web/lib/text.tsx'
import { mountWalletButtons } from '#web/features/money/payments/wallet-buttons.ts'

export type WalletSheetProps = {
  readonly payments: PublicConfiguration
  /** The offered wallets; the browser may support fewer. */
  readonly wallets: readonly Wallet[]
  /** What the sheet shows; changes with the form. */
  readonly order: WalletSheet
  readonly frequency: PaymentFrequency
  readonly isBusy: boolean
  /** Validates the form and returns whether the sheet may open; otherwise shows the first error. */
  readonly onPress: () => boolean
  readonly onApprove: (sheet: ApprovedSheet) => void
  /** The browser supports none of them. */
  readonly onNone: () => void
}

/** The reserved space would stay empty, so the buttons are removed if they aren't ready within this time. */
const readyWithinMs = 3000

/**
 * The Apple Pay and Google Pay buttons, from the click to the approved sheet. Loaded after the page, and only with
 * JavaScript (payments-24).
 */
export function WalletSheetButtons(props: WalletSheetProps) {
  const { payments, wallets, order, frequency, isBusy, onNone } = props
  const t = useText()
  const locale = useLocale()
  const frame = useFrame()
  const place = useRef<HTMLDivElement>(null)
  const buttons = useRef<WalletButtons | undefined>(undefined)
  const [isOpen, setOpen] = useState(false)

  function onPress(wallet: Wallet): WalletSheet | undefined {
    track('payment-method-selected', { method: wallet, frequency })
    if (isBusy || !props.onPress()) return undefined
    setOpen(true)
    return order
  }

  function onApprove(sheet: ApprovedSheet) {
    setOpen(false)
    props.onApprove(sheet)
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

  const lineAmounts = order.lines.map(({ amount }) => amount.amount).join()
  useEffect(() => {
    if (order.total.amount > 0n || order.chargedLater !== undefined) buttons.current?.update(order)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the order is a new object in each render
  }, [order.total.amount, order.total.currency, lineAmounts, order.chargedLater, frequency])

  return (
    <>
      <div ref={place} className="checkout-wallet-buttons" inert={isBusy} />
      <p role="status" className="small">
        {isOpen ? t('give.wallets-confirm') : ''}
      </p>
    </>
  )
}
