import { useEffect, useState } from 'react'
import type { Quote } from '#modules/money/giving/rules/quote.ts'
import type { PlanFrequency } from '#modules/money/giving/rules/plan-frequency.ts'
import { formatMoney } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { PriceParts } from './price-parts.tsx'

type Props = { readonly quote: Quote; readonly isBusy: boolean; readonly frequency?: 'once' | PlanFrequency }

/** The submit button, labelled with the total. */
export function PayButton({ quote, isBusy, frequency = 'once' }: Props) {
  const t = useText()
  const label = frequency === 'once' ? 'give.button' : (`plan-checkout.button-${frequency}` as const)
  const total = formatMoney(quote.total, useLocale(), { fractions: 'always' })
  return (
    <Button type="submit" isWide isBusy={isBusy}>
      {quote.gift.amount > 0n ? t(label, { amount: `\u2068${total}\u2069` }) : t('give.enter-amount')}
    </Button>
  )
}

/**
 * The submit button fixed to the bottom of a phone's screen, in place of the one in the summary. Hidden while the
 * on-screen keyboard is open, and in iframes, which have no fixed bottom edge.
 */
export function PayBar({ isFramed, ...props }: Props & { readonly isFramed: boolean }) {
  const isTyping = useKeyboardOpen()
  if (isFramed) return null
  return (
    <div className="checkout-bar" hidden={isTyping}>
      <PriceParts quote={props.quote} />
      <PayButton {...props} />
    </div>
  )
}

/** Returns whether an on-screen keyboard covers more than a quarter of the screen. */
function useKeyboardOpen(): boolean {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const { visualViewport } = window
    if (!visualViewport) return
    const measure = () => setOpen(visualViewport.height * visualViewport.scale < window.innerHeight * 0.75)
    visualViewport.addEventListener('resize', measure)
    return () => visualViewport.removeEventListener('resize', measure)
  }, [])
  return isOpen
}
