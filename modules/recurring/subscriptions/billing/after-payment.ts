import { one, required } from '#shared/collections.ts'
import { type Answer, answer } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { type DonationOrder, refreshStatus } from '#modules/money/giving/index.ts'
import type { Attempt } from '#modules/money/payments/index.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import type { DonationPayment } from '../contract-billing.ts'
import { type PlanRequester, findOpenableSubscription } from '../agreement/managing/manage.ts'
import { reactivate } from '../agreement/managing/resume.ts'
import { lockSubscription, type Subscription } from '../agreement/subscription-queries.ts'
import type { SubscriptionPorts } from '../agreement/ports.ts'

/**
 * Returns the status of a donation's payment, read from the provider and never from the browser's return URL
 * (payments-9).
 */
export async function afterPayment(
  ports: SubscriptionPorts,
  by: PlanRequester,
  intentId: string,
): Promise<Answer<DonationPayment>> {
  const subscription = await findOpenableSubscription(ports, by)
  const attempt = isUuid(intentId) ? await refreshStatus(ports, intentId) : undefined
  const plan = (attempt?.order as DonationOrder | undefined)?.plan
  if (!attempt || plan?.subscriptionId !== subscription.id) throw new Problem('not-found', 'not-found')
  return toPaymentResponse(ports, attempt)
}

/**
 * Converts a payment attempt to the response for a paying donor. A paid donation ends a pause caused by failures,
 * because the card works. If that can't be saved now, the response is "unknown" and the page polls again.
 */
export async function toPaymentResponse(ports: SubscriptionPorts, attempt: Attempt): Promise<Answer<DonationPayment>> {
  const { keys, subscriptionId } = required((attempt.order as DonationOrder).plan, 'plan of the order')
  const ids = { intentId: attempt.intentId, key: one(keys) }
  const unknown = answer<DonationPayment>(
    { status: 'unknown', ...ids },
    { status: 202, notice: { code: 'payment-unknown' } },
  )
  switch (attempt.state) {
    case 'SUCCEEDED':
      try {
        await resumeAfterPayment(ports, subscriptionId)
      } catch (error) {
        ports.log.warn({ error, subscriptionId }, 'could not resume a subscription after its donation was paid')
        return unknown
      }
      return answer({ status: 'paid', ...ids })
    case 'CHALLENGE':
      return answer({ status: 'challenge', ...ids, challenge: { url: required(attempt.challenge, 'challenge').url } })
    case 'DECLINED':
      return answer({ status: 'declined', ...ids })
    case 'UNKNOWN':
    case 'INTEGRITY_FAILURE':
      return unknown
    default:
      return answer({ status: 'processing', ...ids })
  }
}

async function resumeAfterPayment(ports: SubscriptionPorts, subscriptionId: string): Promise<void> {
  const isPausedByFailures = ({ reason, state }: Subscription) =>
    (state === 'paused' || state === 'needs-card') && (reason === 'failures' || reason === 'card')
  const now = ports.clock()
  await ports.write(async (tx) => {
    const subscription = await lockSubscription(tx, subscriptionId)
    if (subscription && isPausedByFailures(subscription))
      await reactivate(ports, tx, subscription, await monthsFor({ db: tx }, subscription.calendar), now)
  })
}
