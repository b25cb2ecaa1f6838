import { z } from 'zod'
import { uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { linked } from './contract-links.ts'

const token = z.string().max(400)
const intentId = uuid
const mailbox = z.object({ email: z.string() })

/** Calls about the email address of a guest's plan (recurring-28). */
export const mailboxContract = {
  'GET /v4/thank-yous/:intentId/plan-email': endpoint({
    access: 'anyone',
    summary: 'Get the email address of a new plan',
    description:
      'Returns the email address of the guest’s plan that started with a donation. Requires the token of the donation.',
    input: z.object({ intentId, token }),
    output: mailbox,
    refuses: ['not-found'],
  }),
  'POST /v4/thank-yous/:intentId/plan-email': endpoint({
    access: 'anyone',
    summary: 'Correct the email address of a new plan',
    description:
      'Changes the email address of the guest’s plan that started with a donation, invalidates earlier links and mails a new confirmation. Requires the token of the donation, valid for a day.',
    perMinute: 10,
    input: z.object({ intentId, token, email: z.string().max(254) }),
    output: mailbox,
    refuses: ['not-found', 'too-many-attempts'],
  }),
  'GET /v4/subscription-links/started': endpoint({
    access: 'anyone',
    summary: 'Get a plan that awaits confirmation by mail',
    description:
      'Returns a guest’s plan after its start, for the page that asks to open the mailed link. Requires the token of the started plan, valid for a day.',
    perMinute: 120,
    input: z.object({ token }),
    output: z.object({
      plan: linked,
      email: z.string(),
      /** Deadline for using the link so that the next donation is charged; null: used, or no donation is left. */
      before: z.string().nullable(),
    }),
    refuses: ['not-found'],
  }),
  'POST /v4/subscription-links/started/resend': endpoint({
    access: 'anyone',
    summary: 'Mail the link of a new plan again',
    description: 'Mails the link again, at most once every five minutes. Requires the token of the started plan.',
    perMinute: 10,
    input: z.object({ token }),
    output: mailbox,
    refuses: ['not-found'],
  }),
  'POST /v4/subscription-links/started/email': endpoint({
    access: 'anyone',
    summary: 'Correct the email address of a plan that awaits confirmation',
    description:
      'Changes the email address of a guest’s started plan and mails the link there. Requires the token of the started plan.',
    perMinute: 10,
    input: z.object({ token, email: z.string().max(254) }),
    output: mailbox,
    refuses: ['not-found', 'too-many-attempts'],
  }),
  'POST /v4/subscription-links/not-me': endpoint({
    access: 'anyone',
    summary: 'Stop the mails of another person’s plans',
    description:
      'Pauses all guest plans of the email address that got the mail, and stops all mails about them. Requires the token of the mail; the response is the same with an invalid one.',
    perMinute: 20,
    input: z.object({ token }),
    output: z.object({}),
    refuses: [],
  }),
}
