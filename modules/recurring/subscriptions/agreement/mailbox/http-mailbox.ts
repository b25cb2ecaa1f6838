import type { Handlers } from '#shared/endpoint.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { SubscriptionPorts } from '../ports.ts'
import type { mailboxContract } from '../../contract-mailbox.ts'
import { rejectMailbox } from './reject-mailbox.ts'
import { correctStartedMailbox, readStartedPlan } from './started-plan.ts'
import { correctThankedMailbox, readThankedMailbox, readThankedPlan } from './thanked-mailbox.ts'

export const mailboxHandlers: Handlers<typeof mailboxContract, SubscriptionPorts, Viewer> = {
  'GET /v4/thank-yous/:intentId/plan': ({ app, context, input }) => readThankedPlan(app, context, input),
  'GET /v4/thank-yous/:intentId/plan-email': ({ app, input }) => readThankedMailbox(app, input),
  'POST /v4/thank-yous/:intentId/plan-email': ({ app, context, input }) => correctThankedMailbox(app, context, input),
  'GET /v4/subscription-links/started': ({ app, context, input }) => readStartedPlan(app, context, input.token),
  'POST /v4/subscription-links/started/email': ({ app, context, input }) => correctStartedMailbox(app, context, input),
  'POST /v4/subscription-links/not-me': async ({ app, context, input }) => {
    await rejectMailbox(app, context, input.token)
    return {}
  },
}
