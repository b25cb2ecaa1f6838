import type { RenderContext } from '#server/pages/render-context.ts'
import { everyPageMethod, getPaymentMethods } from '#modules/money/giving/rules/payment-methods.ts'
import { charityName } from '#modules/causes/campaigns/rules/charity-name.ts'
import type { CampaignPage } from '#modules/causes/campaigns/contract.ts'
import type { BankDebitData } from '#web/features/money/giving/state/checkout-state.ts'
import { catalogueOf } from '#web/lib/catalogues.ts'
import { methodsOf } from './checkout-presets.ts'

/** Returns the data of bank debits; undefined if they aren't offered (payments-23). */
export function bankDebitData(
  { payments, country, viewer, paymentFee, productName, operator, locale, now }: RenderContext,
  { currency, organization, paymentMethods }: Pick<CampaignPage, 'currency' | 'organization' | 'paymentMethods'>,
): BankDebitData | undefined {
  const offered = getPaymentMethods({
    currency,
    country,
    frequency: 'once',
    page: methodsOf({ paymentMethods }).methods ?? everyPageMethod,
    provider: payments,
    isSignedIn: viewer.isSignedIn,
  })
  if (!offered.includes('ach')) return undefined
  return {
    fee: paymentFee(currency, 'ach'),
    texts: catalogueOf('money/bank-debit', locale),
    charity: charityName({ organizationName: organization.name, organizationNameAr: organization.nameAr }, locale),
    product: productName,
    contact: operator.contactEmail,
    today: now().toISOString().slice(0, 10),
  }
}
