import type { RenderContext } from '#server/pages/render-context.ts'
import { everyPageMethod, getPaymentMethods, type PageMethods } from '#modules/money/giving/rules/payment-methods.ts'
import type { Currency } from '#shared/money.ts'
import type { BankDebitFacts } from '../../../features/money/giving/state/checkout-state.ts'
import { catalogueOf } from '../../../lib/catalogues.ts'

/** What a page needs where a bank account is offered; undefined: it is not (payments-23). */
export function bankDebitFacts(
  { payments, country, viewer, paymentFee, productName, operator, locale, now }: RenderContext,
  {
    currency,
    charity,
    methods = everyPageMethod,
  }: { readonly currency: Currency; readonly charity: string; readonly methods?: PageMethods | undefined },
): BankDebitFacts | undefined {
  const offered = getPaymentMethods({
    currency,
    country,
    frequency: 'once',
    page: methods,
    provider: payments,
    isSignedIn: viewer.isSignedIn,
  })
  if (!offered.includes('ach')) return undefined
  return {
    fee: paymentFee(currency, 'ach'),
    texts: catalogueOf('money/bank-debit', locale),
    charity,
    product: productName,
    contact: operator.contactEmail,
    today: now().toISOString().slice(0, 10),
  }
}
