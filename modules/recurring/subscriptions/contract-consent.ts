import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { subscriptionStates } from '#modules/recurring/plans/rules/states.ts'

export const consentContract = {
  'POST /v4/subscriptions/:subscriptionId/agree': endpoint({
    access: 'signed-in',
    summary: 'Renew the agreement',
    description:
      'Agrees to give for another year; it changes something only in the last thirty days of the year. Requires the account that gives.',
    perMinute: 20,
    input: z.object({ subscriptionId: z.string().max(40) }),
    output: z.object({
      /** The last day that is agreed to. */
      consentUntil: z.string(),
      state: z.enum(subscriptionStates),
      because: z.string().nullable(),
    }),
    refuses: ['not-found', 'subscription-over'],
  }),
}
