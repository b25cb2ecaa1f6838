import { normalizePhone } from '#shared/input/digits.ts'
import { Problem } from '#shared/problem.ts'
import { checkPhone } from '#modules/platform/identity/rules/phone.ts'
import type { Plan } from '#modules/recurring/plans/index.ts'

/**
 * Returns the phone number in E.164, or null if the plan doesn't ask for one (S2 §5). Accepts digits of any script.
 * Throws the first fault at its field.
 */
export function phoneOf(plan: Pick<Plan, 'requestsPhone'>, phoneNumber: string | undefined): string | null {
  if (!plan.requestsPhone) return null
  const phone = normalizePhone(phoneNumber ?? '')
  const fault = checkPhone(phone)
  if (fault) throw new Problem('validation', 'invalid-input', { fields: { phoneNumber: fault } })
  return phone
}
