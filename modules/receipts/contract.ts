import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const regime = z.enum(['uk', 'us', 'ca', 'plain'])
const year = z.coerce.number().int().min(2000).max(2200)
const day = z.string()
/** What API clients read; browsers get the file itself, or a page that looks again. */
const fileState = z.object({ state: z.enum(['ready', 'being-made']) })
const address = z.object({
  firstName: z.string().trim().max(60),
  lastName: z.string().trim().max(60),
  line1: z.string().trim().max(200),
  line2: z.string().trim().max(200).optional(),
  city: z.string().trim().max(100),
  state: z.string().trim().max(100).optional(),
  postalCode: z.string().trim().max(20).optional(),
  country: z.string().trim().max(2),
})

export const receiptsContract = {
  'GET /v4/receipts': endpoint({
    access: 'signed-in',
    summary: 'The receipts of the gifts an account may see, newest first.',
    input: z.object({ limit: z.coerce.number().int().min(1).max(50).default(20), before: z.string().max(80).optional() }),
    output: z.object({
      receipts: z.array(
        z.object({
          id: z.string(),
          number: z.string(),
          kind: z.enum(['official', 'plain']),
          organization: z.string(),
          organizationAr: z.string().nullable(),
          campaigns: z.array(z.string()),
          givenOn: day,
          currency: z.string(),
          gift: z.number().int(),
          replaces: z.string().nullable(),
        }),
      ),
      next: z.string().nullable(),
    }),
  }),
  'GET /v4/receipts/:receiptId/document': endpoint({
    access: 'anyone',
    summary: 'A receipt as HTML or PDF, for whoever gave: by session, a guest’s token, or the token of that gift. 202 while it is being made.',
    input: z.object({ receiptId: z.string().max(64), format: z.enum(['html', 'pdf']).default('html'), token: z.string().max(400).optional() }),
    sends: ['text/html', 'application/pdf'],
    mayWait: true,
    output: fileState,
    refuses: ['not-found'],
  }),
  'GET /v4/gifts/:intentId/receipts': endpoint({
    access: 'anyone',
    summary: 'The receipts of one payment, to the holder of its token; none yet in the seconds before they are issued.',
    input: z.object({ intentId: z.uuid(), token: z.string().max(400) }),
    output: z.object({ receipts: z.array(z.object({ id: z.string(), number: z.string(), organization: z.string() })) }),
    refuses: ['not-found'],
  }),
  'POST /v4/receipts/:receiptId/replacement': endpoint({
    access: 'staff',
    summary: 'Voids a receipt and issues the one that replaces it, with the donor’s name and address as corrected; the donor gets it by mail.',
    input: z.object({
      receiptId: z.string().max(64),
      reason: z.string().trim().min(3).max(500),
      name: z.string().trim().min(1).max(120).optional(),
      address: address.optional(),
    }),
    output: z.object({ id: z.string(), number: z.string() }),
    refuses: ['not-found', 'receipt-replaced'],
  }),
  'GET /v4/statements': endpoint({
    access: 'signed-in',
    summary: 'The tax years an account gave in, and where the statement of each stands.',
    input: z.object({}),
    output: z.object({
      statements: z.array(
        z.object({
          regime,
          year: z.number().int(),
          label: z.string(),
          from: day,
          to: day,
          receipts: z.number().int(),
          isComplete: z.boolean(),
          id: z.string().nullable(),
          state: z.enum(['none', 'being-made', 'ready', 'failed']),
        }),
      ),
    }),
  }),
  'POST /v4/statements': endpoint({
    access: 'signed-in',
    summary: 'Asks for the statement of a tax year; it is made in the background and a mail to a proven address says when it is ready. Twenty new ones a day.',
    input: z.object({ regime, year }),
    output: z.object({ id: z.string() }),
    refuses: ['not-found', 'too-many-statements'],
  }),
  'GET /v4/statements/:statementId/document': endpoint({
    access: 'signed-in',
    summary: 'A yearly statement as PDF or CSV, for the account that asked for it. 202 while it is being made.',
    input: z.object({ statementId: z.string().max(64), format: z.enum(['csv', 'pdf']).default('pdf') }),
    sends: ['application/pdf', 'text/csv'],
    mayWait: true,
    output: fileState,
    refuses: ['not-found'],
  }),
  'GET /v4/account/gifts/:donationId/receipt': endpoint({
    access: 'signed-in',
    summary: 'The live receipt of a gift of the account that asks; null in the seconds before it is issued.',
    input: z.object({ donationId: z.string().max(64) }),
    output: z.object({ receipt: z.object({ id: z.string(), number: z.string() }).nullable() }),
    refuses: ['not-found'],
  }),
  'POST /api/user/resendReceipt': endpoint({
    access: 'signed-in',
    summary: 'Mails the receipt of a gift once more, marked as a copy: three a day. `id` is the gift’s or the receipt’s.',
    input: z.object({ id: z.string().max(64).default('') }),
    output: z.object({ id: z.string(), number: z.string(), remaining: z.number().int() }),
    takesKey: true,
    refuses: ['not-found', 'receipt-copies-spent', 'receipt-not-ready', 'idempotency-key-missing', 'idempotency-key-too-long', 'idempotency-key-reused'],
  }),
}
