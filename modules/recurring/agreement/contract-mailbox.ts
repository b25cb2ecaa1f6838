import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { linked } from './contract-links.ts'

const token = z.string().max(400)
const intentId = z.uuid()
const mailbox = z.object({ email: z.string() })

/** Calls about the email address of a guest's plan (recurring-28). */
export const mailboxContract = {
  'GET /v4/thank-yous/:intentId/plan-email': endpoint({
    access: 'anyone',
    summary: 'Get the email address of a new plan',
    description:
      'Returns the email address of the plan without an account that began with a donation. Requires the token of the donation.',
    input: z.object({ intentId, token }),
    output: mailbox,
    refuses: ['not-found'],
  }),
  'POST /v4/thank-yous/:intentId/plan-email': endpoint({
    access: 'anyone',
    summary: 'Correct the email address of a new plan',
    description:
      'Changes the email address of the plan without an account that began with a donation, makes earlier links void and mails the confirmation anew. Requires the token of the donation, which lives a day.',
    perMinute: 10,
    input: z.object({ intentId, token, email: z.string().max(254) }),
    output: mailbox,
    refuses: ['not-found', 'too-many-attempts'],
  }),
  'GET /v4/subscription-links/started': endpoint({
    access: 'anyone',
    summary: 'Get a plan that waits for its mail',
    description:
      'Returns what the page shows after a plan was started without an account. Requires the token of that answer, which lives a day.',
    perMinute: 120,
    input: z.object({ token }),
    output: z.object({
      plan: linked,
      email: z.string(),
      /**
       * Time by which the link must be used for the next donation to be charged; null if it was used or no donation is
       * left.
       */
      before: z.string().nullable(),
    }),
    refuses: ['not-found'],
  }),
  'POST /v4/subscription-links/started/resend': endpoint({
    access: 'anyone',
    summary: 'Mail the link of a new plan again',
    description: 'Mails the link again, at most once each five minutes. Requires the token of the started plan.',
    perMinute: 10,
    input: z.object({ token }),
    output: mailbox,
    refuses: ['not-found'],
  }),
  'POST /v4/subscription-links/started/email': endpoint({
    access: 'anyone',
    summary: 'Correct the email address of a plan that waits',
    description:
      'Changes the email address of a plan that was started without an account and mails the link there. Requires the token of the started plan.',
    perMinute: 10,
    input: z.object({ token, email: z.string().max(254) }),
    output: mailbox,
    refuses: ['not-found', 'too-many-attempts'],
  }),
  'POST /v4/subscription-links/not-me': endpoint({
    access: 'anyone',
    summary: 'Stop the mails of another person’s plans',
    description:
      'Pauses all plans without an account of the address that a mail was sent to, and mails nothing more about them. Requires the token of the mail; the answer is the same without a valid one.',
    perMinute: 20,
    input: z.object({ token }),
    output: z.object({}),
    refuses: [],
  }),
}
