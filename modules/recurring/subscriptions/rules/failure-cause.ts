import { declineClassOf, isBankDecline } from '#modules/money/payments/rules/declines.ts'

/** Why a donation failed; texts name the bank only if it answered. `confirmation`: the donor didn't confirm in time. */
export const failureCauses = ['bank', 'confirmation', 'other'] as const
export type FailureCause = (typeof failureCauses)[number]

export function failureCauseOf(declineCode: string | null): FailureCause {
  if (declineCode === null) return 'other'
  if (declineClassOf(declineCode) === 'ACTION') return 'confirmation'
  return isBankDecline(declineCode) ? 'bank' : 'other'
}
