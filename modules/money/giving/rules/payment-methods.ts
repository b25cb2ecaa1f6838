import type { ProviderMethods } from '#modules/money/payments/rules/wallets.ts'
import type { Currency } from '#shared/money.ts'
import type { PaymentMethod } from './fees/fee-schedules.ts'

/**
 * How often a payment is made: a frequency of the donation form, `schedule` for the wizards (daily donations,
 * Fridays, programmes), or `basket`.
 */
export type PaymentFrequency = 'once' | 'week' | 'month' | 'year' | 'schedule' | 'basket'

/** A payment method as a donor sees it; a saved card is a method of its own. */
export type OfferedMethod = 'savedCard' | PaymentMethod

/** The methods that a page accepts. `card` also controls saved cards and bank accounts. */
export type PageMethods = { readonly card: boolean; readonly applepay: boolean; readonly googlepay: boolean }

/** All methods, for fundraisers, which have no switches. */
export const everyPageMethod: PageMethods = { card: true, applepay: true, googlepay: true }

/**
 * Returns the payment methods to offer, in the page's order; the server refuses all others (payments-23). `country`
 * is the donor's (ISO 3166-1 alpha-2), if known. The page itself checks whether the browser has a wallet.
 */
export function getPaymentMethods({
  currency,
  country,
  frequency,
  page,
  provider,
  isSignedIn,
}: {
  readonly currency: Currency
  readonly country: string | null | undefined
  readonly frequency: PaymentFrequency
  readonly page: PageMethods
  readonly provider: ProviderMethods
  readonly isSignedIn: boolean
}): readonly OfferedMethod[] {
  // An account starts a programme with a saved card.
  const hasWallets = frequency !== 'schedule' || !isSignedIn
  const isAmerican = currency === 'USD' && (country ?? 'US') === 'US'
  const offered: Readonly<Record<OfferedMethod, boolean>> = {
    applepay: hasWallets && page.applepay && provider.wallets.includes('applepay'),
    googlepay: hasWallets && page.googlepay && provider.wallets.includes('googlepay'),
    savedCard: isSignedIn && page.card,
    card: page.card,
    ach: frequency === 'once' && isAmerican && page.card && provider.hasBankDebits,
  }
  return (Object.keys(offered) as OfferedMethod[]).filter((method) => offered[method])
}
