import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const subscription = z.object({ isUnsubscribed: z.boolean() })
const ofToken = z.object({ token: z.string().max(200) })

export const qurbaniRemindersContract = {
  'POST /v4/qurbani/reminders': endpoint({
    access: 'anyone',
    summary: 'Ask for a Qurbani reminder',
    description:
      'Saves an email address that gets one mail when orders for the next Qurbani open. The response is the same if it was already saved or orders are open. Anyone may call it.',
    perMinute: 20,
    input: z.object({ email: z.string().max(1000).default('') }),
    output: z.object({ ok: z.literal(true) }),
  }),
  'GET /v4/unsubscribe/qurbani/:token': endpoint({
    access: 'anyone',
    summary: 'Get a Qurbani reminder subscription',
    description:
      'Returns whether the email address of the link has unsubscribed from Qurbani reminders; changes nothing. Requires the token of the mail.',
    input: ofToken,
    output: subscription,
    refuses: ['code-not-valid'],
  }),
  'POST /v4/unsubscribe/qurbani/:token': endpoint({
    access: 'anyone',
    summary: 'Unsubscribe from Qurbani reminders',
    description:
      'Deletes the reminders of the email address and refuses new ones. Requires the token of the mail, and no login.',
    input: ofToken,
    output: subscription,
    refuses: ['code-not-valid'],
  }),
}
