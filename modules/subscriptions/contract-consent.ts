import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { subscriptionStates } from '#modules/plans/rules/states.ts'

export const consentContract = {
  'POST /v4/subscriptions/:subscriptionId/agree': endpoint({
    access: 'signed-in',
    summary: 'Agrees to go on giving for another year. Asked for thirty days before the year is over; before that nothing changes.',
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
