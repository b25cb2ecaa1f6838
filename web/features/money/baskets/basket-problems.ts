import { checkTaxAddress } from '#modules/platform/addresses/rules/address.ts'
import type { Fault } from '#shared/problem.ts'
import type { Refused } from '../../../lib/api.ts'
import type { Wrong } from '../../../ui/error-summary.tsx'
import type { Line } from './line/basket-line.ts'
import { linesOf, type State } from './state/basket-state.ts'

/** A problem as the summary names it, with its gift; `ownText`: as the control of the gift itself shows it. */
export type BasketProblem = Wrong & { readonly ownText?: string }

/** Returns the faults of a gift's tax address by the ids of its controls; `country`: what an address begins with. */
export const addressFaultsOf = ({ id, taxAddress }: Line, country: string | undefined): Record<string, Fault> =>
  Object.fromEntries(
    Object.entries(checkTaxAddress(taxAddress ?? { country })).map(([field, fault]) => [
      `taxAddress_${id}-${field}`,
      fault,
    ]),
  )

/** The payment's fields → the ids of their controls; every other problem is shown at the card. */
const controls: Readonly<Record<string, string>> = {
  'guest.email': 'email',
  'guest.name': 'name',
  CustomName: 'customName',
}

/** A field of the payment's refusal → its control; a problem with a gift is shown at that gift. */
export function controlOfRefused(field: string, state: State): string {
  const [, id = '', part = ''] = /^items\.([^.]+)\.(\w+)/.exec(field) ?? []
  if (!linesOf(state).some((line) => line.id === id)) return controls[field] ?? 'card'
  return part === 'amount' || part === 'quantity' ? `${part}-${id}` : `line-${id}`
}

/** Refusals that have a sentence of their own above the page. */
export const hasOwnNotice = ({ code }: Refused): boolean =>
  ['basket-checked-out', 'attempt-in-progress', 'bank-asks-elsewhere'].includes(code)
