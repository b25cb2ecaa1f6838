import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { mailPreferences, monthlyPreferences, unsubscribableKinds } from './rules/mail-preferences.ts'

const token = z.string().max(200)
const mails = z.object({
  kind: z.enum(unsubscribableKinds),
  /** Description of the plan, in the caller's language. */
  plan: z.string(),
  remindBefore: z.boolean(),
  /** How the donor is notified of daily donations; null for plans with a receipt for each. */
  monthly: z.enum(monthlyPreferences).nullable(),
  /** Page that cancels the plan, because this link only stops mails; null: the plan has ended. */
  cancelUrl: z.string().nullable(),
})

export const planMailsContract = {
  'GET /v4/scheduled-giving/mails/:token': endpoint({
    access: 'anyone',
    summary: 'Get mail preferences',
    description:
      'Returns the mail preferences of a recurring donation; changes nothing. Requires the token of the mail.',
    input: z.object({ token }),
    output: mails,
    refuses: ['code-not-valid'],
  }),
  'POST /v4/scheduled-giving/mails/:token': endpoint({
    access: 'anyone',
    summary: 'Change mail preferences',
    description:
      'Stops these mails or changes their frequency, but not mails about failed charges. Requires the token of the mail, and no login.',
    input: z.object({ token, preference: z.enum(mailPreferences).optional() }),
    output: mails,
    refuses: ['code-not-valid'],
  }),
}
