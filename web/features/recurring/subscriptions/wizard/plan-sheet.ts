import { requireDonor } from '#modules/money/giving/rules/donor.ts'
import type { ApprovedSheet } from '#modules/money/payments/rules/wallet-buttons.ts'
import type { Fault } from '#shared/problem.ts'
import type { FormError } from '#web/ui/error-summary.tsx'
import type { Form } from '#web/features/money/giving/state/checkout-state.ts'
import { donorOfSheet, tokenLifetimeMs } from '#web/features/money/giving/state/payment-instrument.ts'

type Donor = Pick<Form, 'email' | 'name'>

/** An approved wallet that starts a guest's plan. */
export type PlanSheet = Pick<ApprovedSheet, 'wallet' | 'fail'> & {
  /** Returns the wallet's token, the same at each call. */
  readonly tokenise: ApprovedSheet['createToken']
  readonly donor: Donor
  /** When the token expires; epoch milliseconds. */
  readonly expiresAt: number
}

export function toPlanSheet(form: Donor, sheet: ApprovedSheet): PlanSheet {
  let token: ReturnType<ApprovedSheet['createToken']> | undefined
  return {
    wallet: sheet.wallet,
    fail: (reason) => sheet.fail(reason),
    tokenise: () => (token ??= sheet.createToken()),
    donor: donorOfSheet(form, sheet),
    expiresAt: Date.now() + tokenLifetimeMs,
  }
}

/** Returns the sheet while its token can still be used. */
export const usableSheet = (sheet: PlanSheet | undefined): PlanSheet | undefined =>
  sheet && Date.now() < sheet.expiresAt ? sheet : undefined

/** Returns the errors of an email or a name that neither the donor nor the wallet provides. */
export const missingDonor = (donor: Donor, textOf: (fault: Fault) => string | undefined): FormError[] =>
  Object.entries(requireDonor(donor)).map(([id, fault]) => ({ id, text: textOf(fault) ?? '' }))
