import { checkTaxAddress } from '#modules/platform/addresses/rules/address.ts'
import type { Fault } from '#shared/problem.ts'
import type { ApiError } from '#web/lib/api.ts'
import type { FormError } from '#web/ui/error-summary.tsx'
import type { BasketLine } from './line/basket-line.ts'
import { basketLinesOf, type BasketState } from './state/basket-state.ts'

/** An error for the summary, which names the donation. `ownText`: the text shown at the donation itself. */
export type BasketProblem = FormError & { readonly ownText?: string }

/** Returns the errors of a line's tax address by control id. `country`: the default country. */
export const addressFaultsOf = ({ id, taxAddress }: BasketLine, country: string | undefined): Record<string, Fault> =>
  Object.fromEntries(
    Object.entries(checkTaxAddress(taxAddress ?? { country })).map(([field, fault]) => [
      `taxAddress_${id}-${field}`,
      fault,
    ]),
  )

/** Control ids of the payment's fields. */
const controls: Readonly<Record<string, string>> = {
  'guest.email': 'email',
  'guest.name': 'name',
  CustomName: 'customName',
}

/**
 * Returns the control for a field that the server rejected; a line's errors are shown at the line, and others at the
 * card or the wallets, whichever paid.
 */
export function controlOfErrorField(field: string, state: BasketState, paidBy: 'card' | 'wallets'): string {
  const [, id = '', part = ''] = /^items\.([^.]+)\.(\w+)/.exec(field) ?? []
  if (!basketLinesOf(state).some((line) => line.id === id)) return controls[field] ?? paidBy
  return part === 'amount' || part === 'quantity' ? `${part}-${id}` : `line-${id}`
}

/** Returns whether the page shows its own notice for this error. */
export const hasOwnNotice = ({ code }: ApiError): boolean =>
  ['basket-checked-out', 'attempt-in-progress', 'bank-asks-elsewhere'].includes(code)
