import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { mailWishes, monthlyWishes, unwantedKinds } from './rules/mail-wishes.ts'

const token = z.string().max(200)
const mails = z.object({
  kind: z.enum(unwantedKinds),
  /** What is given, in the caller's language. */
  plan: z.string(),
  tellBefore: z.boolean(),
  /** How gifts given day by day are told of; of others, whose receipts come one by one, nothing. */
  monthly: z.enum(monthlyWishes).nullable(),
})

export const planMailsContract = {
  'GET /v4/scheduled-giving/mails/:token': endpoint({
    access: 'anyone',
    summary: 'What the link at the foot of a mail about regular giving is about. Looking changes nothing.',
    input: z.object({ token }),
    output: mails,
    refuses: ['code-not-valid'],
  }),
  'POST /v4/scheduled-giving/mails/:token': endpoint({
    access: 'anyone',
    summary: 'No more of these mails, or what is wished for instead; needs no log-in. Mails about money that could not be collected go on.',
    input: z.object({ token, wish: z.enum(mailWishes).optional() }),
    output: mails,
    refuses: ['code-not-valid'],
  }),
}
