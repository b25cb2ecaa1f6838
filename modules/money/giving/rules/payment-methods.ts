import type { ProviderMethods } from '#modules/money/payments/rules/wallets.ts'
import type { Currency } from '#shared/money.ts'
import type { PaymentMethod } from './fees/fee-schedules.ts'

/**
 * How something is paid for: the frequencies of the donation form, `schedule` for what the wizards begin (daily
 * donations, Fridays, programmes), and `basket`.
 */
export type PaymentFrequency = 'once' | 'week' | 'month' | 'year' | 'schedule' | 'basket'

/** Ways to pay as a donor sees them: a saved card is one of its own. */
export type OfferedMethod = 'savedCard' | PaymentMethod

/** Which methods a page takes. Its card switch is also that of saved cards and bank accounts. */
export type PageMethods = { readonly card: boolean; readonly applepay: boolean; readonly googlepay: boolean }

/** Fundraisers have no switches. */
export const everyPageMethod: PageMethods = { card: true, applepay: true, googlepay: true }

/**
 * Returns the payment methods that are offered, in the order of the page; the server refuses every other one
 * (payments-23). `country`: of the donor, ISO 3166-1 alpha-2; undefined or null: unknown. Whether a browser has a wallet
 * is for the page to find out.
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
  const isForm = frequency !== 'schedule' && frequency !== 'basket'
  const isAmerican = currency === 'USD' && (country ?? 'US') === 'US'
  const offered: Readonly<Record<OfferedMethod, boolean>> = {
    applepay: isForm && page.applepay && provider.wallets.includes('applepay'),
    googlepay: isForm && page.googlepay && provider.wallets.includes('googlepay'),
    savedCard: isSignedIn && page.card,
    card: page.card,
    ach: frequency === 'once' && isAmerican && page.card && provider.hasBankDebits,
  }
  return (Object.keys(offered) as OfferedMethod[]).filter((method) => offered[method])
}
