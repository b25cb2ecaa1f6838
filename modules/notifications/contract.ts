import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

/** What our own pages may tell us: that something happened, never who or how much of what (trust.md S11). */
export const visitEventNames = ['page-viewed', 'identified', 'donate-opened', 'checkout-started', 'checkout-failed', 'purchase', 'conversion', 'shared'] as const

export const notificationsContract = {
  'POST /v4/events': endpoint({
    access: 'anyone',
    summary: 'Counts something that happened on our own pages.',
    input: z.object({
      name: z.enum(visitEventNames),
      properties: z.record(z.string().regex(/^[a-z][a-z0-9-]{0,30}$/), z.union([z.string().max(120), z.number(), z.boolean()])).refine((value) => Object.keys(value).length <= 12).default({}),
    }),
    output: z.object({ counted: z.boolean() }),
  }),
  'GET /v4/dev/mails': endpoint({
    access: 'anyone',
    summary: 'Outside production: the newest mails.',
    input: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
    output: z.object({ mails: z.array(z.object({ id: z.string(), kind: z.string(), to: z.string(), subject: z.string(), locale: z.string(), state: z.string(), createdAt: z.string() })) }),
    refuses: ['not-found'],
  }),
  'GET /v4/dev/mails/:mailId': endpoint({
    access: 'anyone',
    summary: 'Outside production: one mail, whole.',
    input: z.object({ mailId: z.uuid() }),
    output: z.object({ id: z.string(), messageId: z.string(), kind: z.string(), to: z.string(), subject: z.string(), locale: z.string(), html: z.string(), plain: z.string(), state: z.string(), createdAt: z.string() }),
    refuses: ['not-found'],
  }),
}
