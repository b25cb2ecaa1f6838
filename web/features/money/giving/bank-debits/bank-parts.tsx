import { lazy, type RefObject, Suspense } from 'react'
import type { Money } from '#shared/money.ts'
import type { CardFields, PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import { methodOf } from '../state/checkout-quote.ts'
import type { CheckoutChange } from '../state/checkout-reducer.ts'
import type { CheckoutData, Form } from '../state/checkout-state.ts'

/** Bank debits are offered for US dollars and donors in the United States only, so most donors never load these. */
const PayBy = lazy(() => import('./pay-by.tsx').then((module) => ({ default: module.PayBy })))
const DebitMandate = lazy(() => import('./pay-by.tsx').then((module) => ({ default: module.DebitMandate })))

type Props = { readonly form: Form; readonly checkoutData: CheckoutData; readonly total: Money }

/** The choice between card and bank account. Renders nothing if bank accounts aren't offered (payments-23). */
export function BankChoice({
  form,
  checkoutData,
  set,
  ...props
}: Props & {
  readonly payments: PublicConfiguration
  readonly set: (change: CheckoutChange) => void
  readonly fields: RefObject<CardFields | undefined>
}) {
  if (!checkoutData.bankDebit || form.frequency !== 'once') return null
  return (
    <Suspense fallback={null}>
      <PayBy
        {...props}
        debit={checkoutData.bankDebit}
        isBank={methodOf(form, checkoutData) === 'ach'}
        onChoose={(value) => set({ field: 'method', value })}
      />
    </Suspense>
  )
}

/** The debit mandate. Renders nothing for other payment methods. */
export const BankMandate = ({ form, checkoutData, total }: Props) =>
  checkoutData.bankDebit && methodOf(form, checkoutData) === 'ach' ? (
    <Suspense fallback={null}>
      <DebitMandate debit={checkoutData.bankDebit} total={total} />
    </Suspense>
  ) : null
