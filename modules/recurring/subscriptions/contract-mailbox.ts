import { z } from 'zod'
import { uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { isCurrency } from '#shared/currencies.ts'
import { frequencies } from '#modules/recurring/plans/rules/plan.ts'
import { linked } from './contract-links.ts'
import { day, planAmount } from './contract-views.ts'

const token = z.string().max(400)
const intentId = uuid
const mailbox = z.object({ email: z.string() })
const thankedPlan = z.object({
  frequency: z.enum(frequencies),
  currency: z.string().refine(isCurrency),
  /** The next donation with tip and covered fee; null if none is left. */
  next: z.object({ on: day, onHijri: z.string(), total: planAmount }).nullable(),
})
export type ThankedPlan = z.output<typeof thankedPlan>

/** Calls about the email address of a guest's plan (recurring-28). */
export const mailboxContract = {
  'GET /v4/thank-yous/:intentId/plan': endpoint({
    access: 'anyone',
    summary: 'Get the next donation of a new plan',
    description:
      'Returns how often the plan that started with a donation donates, and its next donation in planAmount units. Requires the token of the donation.',
    input: z.object({ intentId, token }),
    output: thankedPlan,
    refuses: ['not-found'],
  }),
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
    summary: 'Get a started plan',
    description:
      'Returns a guest’s plan after its start, for the page that thanks the guest. Requires the token of the started plan, valid for a day.',
    perMinute: 120,
    input: z.object({ token }),
    output: z.object({ plan: linked, email: z.string() }),
    refuses: ['not-found'],
  }),
  'POST /v4/subscription-links/started/email': endpoint({
    access: 'anyone',
    summary: 'Correct the email address of a started plan',
    description:
      'Changes the email address of a guest’s started plan and mails the confirmation there. Requires the token of the started plan.',
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
