import type { ApiError } from '#web/lib/api.ts'
import { readFromTab } from '#web/lib/storage.ts'
import type { FormError } from '#web/ui/error-summary.tsx'
import { controlOfPlan } from './plan-request.ts'

/** Session storage key of the request that starts a plan, stored until it has a response (payments-14). */
export const sentPlan = 'sunbul.plan'

/** Returns the key of an earlier request for this plan without a response, otherwise this page's. */
export function keyOf(plan: string, idempotencyKey: string): string {
  const sent = readFromTab<{ plan: string; key: string }>(sentPlan)
  return sent?.plan === plan ? sent.key : idempotencyKey
}

/**
 * Returns the errors of a refused start at the page's controls. `cardPlace`: where errors of the card are shown;
 * `unknown`: the text of an error without one.
 */
export function errorsOfStart({ code, fields, message }: ApiError, cardPlace: string, unknown: string): FormError[] {
  const wrong = Object.entries(fields).map(([field, text]) => ({ id: controlOfPlan(field), text }))
  return wrong.length > 0 ? wrong : [{ id: code.startsWith('card') ? cardPlace : 'total', text: message || unknown }]
}
