import { readFromTab } from '#web/lib/storage.ts'

/** Session storage key of the request that starts a plan, stored until it has a response (payments-14). */
export const sentPlan = 'sunbul.plan'

/** Returns the key of an earlier request for this plan without a response, otherwise this page's. */
export function keyOf(plan: string, idempotencyKey: string): string {
  const sent = readFromTab<{ plan: string; key: string }>(sentPlan)
  return sent?.plan === plan ? sent.key : idempotencyKey
}
