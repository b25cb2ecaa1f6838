import { normaliseDigits } from '#shared/digits.ts'
import { Problem } from '#shared/problem.ts'
import { checkPhone } from '#modules/platform/identity/rules/phone.ts'
import type { Plan } from '#modules/recurring/plans/index.ts'

/**
 * Asked for only where the plan says so (S2 §5); kept as E.164, whatever digits it was typed in. Throws the first thing
 * that is wrong, at its field.
 */
export function phoneOf(plan: Pick<Plan, 'asksPhone'>, phoneNumber: string | undefined): string | null {
  if (!plan.asksPhone) return null
  const typed = phoneNumber ?? ''
  const fault = checkPhone(typed)
  if (fault) throw new Problem('validation', 'invalid-input', { fields: { phoneNumber: fault } })
  return normaliseDigits(typed).trim()
}
