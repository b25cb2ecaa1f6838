import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'

/** The events that our own pages report: what happened, never who did it or which amounts (privacy-7). */
const visitEventNames = [
  'page-viewed',
  'identified',
  'donate-opened',
  'checkout-started',
  'payment-method-selected',
  'wallet-cancelled',
  'bank-debit-started',
  'checkout-failed',
  'purchase',
  'conversion',
  'shared',
] as const

const propertyName = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/)
/** Words and opaque ids. `@` suggests an email address, `?` a query or a token, and PostgreSQL can't store NUL. */
const word = z
  .string()
  .max(120)
  .refine((value) => /^[^@?\p{Cc}\p{Cs}]*$/u.test(value))
const properties = z
  .record(propertyName, z.union([word, z.number(), z.boolean()]))
  .refine((value) => Object.keys(value).length <= 12)

const mailHead = z.object({
  id: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  locale: z.string(),
  state: z.enum(['queued', 'sent', 'failed']),
  createdAt: instant,
})
z.globalRegistry.add(mailHead, { id: 'MailSummary', description: 'A mail without its body.' })

export const notificationsContract = {
  'POST /v4/events': endpoint({
    access: 'anyone',
    summary: 'Count a page event',
    description: 'Counts an event of our pages, without personal data. Anyone may call it.',
    input: z.object({ name: z.enum(visitEventNames), properties: properties.default({}) }),
    output: z.object({ ok: z.literal(true) }),
  }),
  'GET /v4/dev/mails': endpoint({
    access: 'anyone',
    summary: 'List development mails',
    description:
      'Returns the mails of a development installation, newest first; in production it answers 404. Anyone may call it.',
    input: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      before: z.string().max(80).optional(),
    }),
    output: z.object({ mails: z.array(mailHead), next: z.string().nullable() }),
    refuses: ['not-found'],
  }),
  'GET /v4/dev/mails/:mailId': endpoint({
    access: 'anyone',
    summary: 'Get a development mail',
    description:
      'Returns a mail with its body in a development installation; in production it answers 404. Anyone may call it.',
    input: z.object({ mailId: uuid }),
    output: mailHead.extend({ messageId: z.string(), html: z.string(), plain: z.string() }),
    refuses: ['not-found'],
  }),
}
