import { one } from '#shared/collections.ts'
import { withQuery } from '#shared/pages/with-query.ts'
import { money } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { type Attempt, logRefusal, type PaymentProvider } from '#modules/money/payments/index.ts'
import type { Outcome } from '#modules/money/payments/rules/attempt.ts'
import { type DonationOrder, orderTotalOf } from '../order/order.ts'
import type { GivingPorts } from '../ports.ts'
import { attemptInProgress, type ReusableIntent } from './earlier-intent.ts'
import { intentKeyOf } from './idempotency.ts'
import {
  type IdentifiedRequest,
  type PaymentPayload,
  paymentRefused,
  paymentUnavailable,
  type PricedOrder,
} from './pay-request.ts'
import type { ChargeableMethod } from './payment-method.ts'

/**
 * The provider's unconfirmed intent. `reused` is the declined payment that it belongs to, if it is retried with
 * another card.
 */
export type PreparedIntent = {
  readonly providerIntentId: string
  readonly reused: ReusableIntent | undefined
}

/** Creates an unconfirmed intent at the provider, or reuses one. Charges nothing. */
export async function prepareIntent(
  ports: GivingPorts,
  request: IdentifiedRequest,
  { donation, method, reuse }: { donation: PricedOrder; method: ChargeableMethod; reuse: ReusableIntent | undefined },
): Promise<PreparedIntent> {
  if (!reuse) return { providerIntentId: await createIntent(ports, request, donation, method), reused: undefined }
  const { providerIntentId } = reuse
  const { provider, customerId } = method
  const customer = customerId ? await provider.setCustomer(providerIntentId, customerId) : ({ kind: 'set' } as const)
  if (customer.kind !== 'set') throw toProblem(ports, customer)
  return { providerIntentId, reused: reuse }
}

/** Creates an intent. A repeated request gets the same one. */
async function createIntent(
  ports: GivingPorts,
  { payload, requester, key, requestHash }: IdentifiedRequest,
  { order, currency }: PricedOrder,
  { provider, customerId, feeMethod }: ChargeableMethod,
): Promise<string> {
  const content = {
    amount: money(orderTotalOf(order), currency),
    description: order.lines
      .map((line) => line.campaignName)
      .join(', ')
      .slice(0, 200),
    metadata: { campaign: one(order.lines).campaignId, ...planMetadata(order), ...sandboxFault(ports, payload) },
    customerId,
    ...(feeMethod === 'ach' ? { isBankDebit: true } : {}),
  }
  const created = await provider.createIntent({
    key: intentKeyOf(requester.scope, key, requestHash, content),
    ...content,
  })
  switch (created.kind) {
    case 'created':
      return created.providerIntentId
    case 'too-large':
    case 'too-small': {
      const code = created.kind === 'too-large' ? 'payment-too-large' : 'payment-too-small'
      throw new Problem('validation', code, { fields: { amount: { code } } })
    }
    default:
      throw toProblem(ports, created)
  }
}

/** Returns the problem of a request that the provider didn't carry out before anything could be charged. */
function toProblem(
  ports: GivingPorts,
  unmade: Exclude<Awaited<ReturnType<PaymentProvider['setCustomer']>>, { kind: 'set' }>,
): Problem {
  switch (unmade.kind) {
    case 'busy':
      return attemptInProgress()
    case 'refused':
      logRefusal(ports, unmade)
      return paymentRefused()
    case 'unreachable':
      ports.log.error({ reason: unmade.reason }, 'the payment provider is away; nothing was charged')
      return paymentUnavailable()
  }
}

/**
 * Confirms a claimed attempt at the provider. Never throws: without a response the outcome is unknown. Repeats use
 * the same key and return URL, because the provider would treat anything else as another request.
 */
export async function confirm(
  ports: GivingPorts,
  attempt: Attempt,
  { method, keepForLater }: ChargeableMethod,
  { isOffSession }: { readonly isOffSession: boolean },
): Promise<Outcome> {
  const { donor, bankDebit, browser } = attempt.order as DonationOrder
  try {
    return await ports.providers.byName(attempt.provider).confirm({
      key: attempt.id,
      providerIntentId: attempt.providerIntentId,
      method,
      returnUrl: withQuery(`${ports.origin}${returnPathOf(attempt.order as DonationOrder)}`, {
        gift: attempt.intentId,
      }),
      keepForLater,
      ...(isOffSession ? { isOffSession: true } : {}),
      canRunScript: browser?.javaScriptEnabled === true,
      ...(bankDebit ? { mandate: { ip: donor.ip, userAgent: bankDebit.userAgent, at: new Date(bankDebit.at) } } : {}),
    })
  } catch (error) {
    return { kind: 'unknown', reason: String(error) }
  }
}

function returnPathOf(order: DonationOrder): string {
  const basketOrCampaign = order.basket
    ? '/v4/basket'
    : `/v4/checkout/${encodeURIComponent(one(order.lines).campaignSlug)}`
  return order.returnPath ?? (order.plan ? `/account/giving/${order.plan.subscriptionId}` : basketOrCampaign)
}

/** Adds the subscription and its occurrences to the provider's list of payments (recurring-3). */
const planMetadata = ({ plan }: DonationOrder): Record<string, string> =>
  plan ? { subscription: plan.subscriptionId, occurrences: plan.keys.join(' ').slice(0, 500) } : {}

const sandboxFault = (ports: GivingPorts, payload: PaymentPayload): Record<string, string> => {
  const fault = payload.providerSpecific?.sandbox_fault
  return ports.allowsSandboxFaults && fault ? { sandbox_fault: fault } : {}
}
