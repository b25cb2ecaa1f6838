import type { BankDetailsView } from '#modules/organizers/charities/contract-bank.ts'
import { canDo, type MemberRole } from '#modules/causes/organizations/rules/roles.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Fault } from '#shared/problem.ts'
import type { Locale } from '#shared/text.ts'

/** The pages that lead to what a charity lacks for payouts. */
const pathOf = {
  verification: (organizationId: string) => `/organize/charities/${organizationId}/verification`,
  bank: (organizationId: string) => `/organize/charities/${organizationId}/bank`,
  contact: () => '/contact',
} as const
type MissingPage = keyof typeof pathOf

/** Something that a charity lacks for payouts, and the page that leads to it; null: the member can't open that page. */
export type Missing = { readonly fault: Fault; readonly page: MissingPage | null; readonly path: string }

/** Returns what a charity lacks for payouts in a currency, in the words of the requirements of its fundraisers. */
export function missingForPayout(
  { currency, holds }: { readonly currency: Currency; readonly holds: readonly Hold[] },
  charity: { readonly id: string; readonly role: MemberRole; readonly bankDetails: readonly Details[] },
  locale: Locale,
): Missing[] {
  const missing = (code: string, page: MissingPage | null, params: Fault['params'] = {}): Missing => ({
    fault: { code, params },
    page,
    path: page ? pathOf[page](charity.id) : '',
  })
  return holds.map(({ reason, until }) => {
    if (reason === 'not-verified')
      return missing('payout-not-verified', canDo(charity.role, 'verification') ? 'verification' : null)
    if (reason !== 'no-bank-details') return missing('payout-review', 'contact')
    if (until) return missing('payout-hold', 'bank', { date: formatDay(localDateIn('UTC', new Date(until)), locale) })
    const isPending = charity.bankDetails.some(
      (details) => details.currency === currency && details.state === 'pending',
    )
    return missing(isPending ? 'payout-bank-pending' : 'payout-bank-missing', 'bank', { currency })
  })
}

type Hold = { readonly reason: string; readonly until: string | null }
type Details = Pick<BankDetailsView, 'currency' | 'state'>
