import { useText } from '#web/lib/text.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { controlsOf, type FormProps } from '../form-controls.ts'
import type { CheckoutData } from '../state/checkout-state.ts'
import { CheckoutTax } from './checkout-tax.tsx'
import { MessageSection } from './message-section.tsx'

/** What few donors change, after the card: anonymity, a tax receipt, and a message or dedication. */
export function MoreBlock({ checkoutData, ...props }: FormProps & { readonly checkoutData: CheckoutData }) {
  const t = useText()
  const { box } = controlsOf(props)
  return (
    <section className="stack" aria-labelledby="more">
      <h2 id="more">{t('give.more')}</h2>
      <Checkbox {...box('isAnonymous')} label={t('give.anonymous')} hint={t('give.anonymous-hint')} />
      <CheckoutTax {...props} part="taxReceipt" checkoutData={checkoutData} />
      <MessageSection {...props} />
    </section>
  )
}
