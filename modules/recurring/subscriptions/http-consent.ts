import type { Handlers } from '#shared/endpoint.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { agreeAgain } from './agree-again.ts'
import type { consentContract } from './contract-consent.ts'
import type { SubscriptionPorts } from './port.ts'

export const consentHandlers: Handlers<typeof consentContract, SubscriptionPorts, Viewer> = {
  'POST /v4/subscriptions/:subscriptionId/agree': ({ app, viewer, input, facts }) =>
    agreeAgain(app, viewer, facts, input.subscriptionId),
}
