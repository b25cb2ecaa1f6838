import { lazy, type RefObject, Suspense } from 'react'
import type { Money } from '#shared/money.ts'
import type { CardFields, PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import { methodOf } from '../state/checkout-quote.ts'
import type { Change } from '../state/checkout-reducer.ts'
import type { CheckoutFacts, Form } from '../state/checkout-state.ts'

/** A bank account pays only in dollars, of a donor in the United States. */
const PayBy = lazy(() => import('./pay-by.tsx').then((module) => ({ default: module.PayBy })))
const DebitMandate = lazy(() => import('./pay-by.tsx').then((module) => ({ default: module.DebitMandate })))

type Props = { readonly form: Form; readonly facts: CheckoutFacts; readonly total: Money }

/** The choice between card and bank account; nothing where no bank account is offered (payments-23). */
export function BankChoice({
  form,
  facts,
  set,
  ...of
}: Props & {
  readonly payments: PublicConfiguration
  readonly set: (change: Change) => void
  readonly fields: RefObject<CardFields | undefined>
}) {
  if (!facts.bankDebit || form.frequency !== 'once') return null
  return (
    <Suspense fallback={null}>
      <PayBy
        {...of}
        debit={facts.bankDebit}
        isBank={methodOf(form, facts) === 'ach'}
        onChoose={(value) => set({ field: 'method', value })}
      />
    </Suspense>
  )
}

/** What the donor authorizes; nothing for other methods. */
export const BankMandate = ({ form, facts, total }: Props) =>
  facts.bankDebit && methodOf(form, facts) === 'ach' ? (
    <Suspense fallback={null}>
      <DebitMandate debit={facts.bankDebit} total={total} />
    </Suspense>
  ) : null
