import type { Handlers } from '#shared/endpoint.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { PlanRequester } from '../agreement/managing/manage.ts'
import type { SubscriptionPorts } from '../agreement/ports.ts'
import { afterPayment } from './after-payment.ts'
import type { payingContract } from '../contract-billing.ts'
import { payDonation } from './pay-donation.ts'

const donor = (viewer: Viewer, id: string): PlanRequester => ({ kind: 'donor', viewer, id })
const link = (token: string): PlanRequester => ({ kind: 'link', token })

export const payingHandlers: Handlers<typeof payingContract, SubscriptionPorts, Viewer> = {
  'POST /v4/subscriptions/:subscriptionId/donations/:key/pay': ({ app, viewer, context, input }) =>
    payDonation(app, donor(viewer, input.subscriptionId), context, input),
  'POST /v4/subscriptions/:subscriptionId/payments/:intentId': ({ app, viewer, input }) =>
    afterPayment(app, donor(viewer, input.subscriptionId), input.intentId),
  'POST /v4/subscription-links/pay': ({ app, context, input }) => payDonation(app, link(input.token), context, input),
  'POST /v4/subscription-links/payments': ({ app, input }) => afterPayment(app, link(input.token), input.intentId),
}
