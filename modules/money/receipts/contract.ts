import { z } from 'zod'
import { minorUnits } from '#shared/wire/codecs.ts'
import { uuid } from '#shared/id-schemas.ts'
import { isCurrency } from '#shared/currencies.ts'
import { endpoint } from '#shared/endpoint.ts'

const regime = z.enum(['uk', 'us', 'ca', 'plain'])
const year = z.coerce.number().int().min(2000).max(2200)
const day = z.string()
/** The response for API clients; browsers get the file itself, or a page that reloads. */
const fileState = z.object({ state: z.enum(['ready', 'generating']) })
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
    scope: 'own-receipts:read',
    summary: 'List receipts',
    description:
      'Returns the receipts of the signed-in account’s donations, newest first; amounts are in minor units. `before` gets the next page.',
    input: z.object({
      limit: z.coerce.number().int().min(1).max(50).default(20),
      before: z.string().max(80).optional(),
    }),
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
          currency: z.string().refine(isCurrency),
          gift: minorUnits,
          replaces: z.string().nullable(),
        }),
      ),
      next: z.string().nullable(),
    }),
  }),
  'GET /v4/receipts/:receiptId/document': endpoint({
    access: 'anyone',
    summary: 'Download a receipt',
    description:
      'Returns a receipt as HTML or PDF, or 202 while it is being made. Requires the donor’s session, a guest’s token or the token of the donation.',
    input: z.object({
      receiptId: uuid,
      format: z.enum(['html', 'pdf']).default('html'),
      token: z.string().max(400).optional(),
    }),
    sends: ['text/html', 'application/pdf'],
    canWait: true,
    output: fileState,
    refuses: ['not-found'],
  }),
  'GET /v4/donations/:intentId/receipts': endpoint({
    access: 'anyone',
    summary: 'List the receipts of a payment',
    description:
      'Returns the receipts of one payment; the list is empty until they are issued, seconds after the payment. Requires the token of the donation.',
    input: z.object({ intentId: uuid, token: z.string().max(400) }),
    output: z.object({ receipts: z.array(z.object({ id: z.string(), number: z.string(), organization: z.string() })) }),
    refuses: ['not-found'],
  }),
  'POST /v4/receipts/:receiptId/replacement': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'Replace a receipt',
    description:
      'Voids a receipt, issues a replacement with the corrected name and address, and mails it to the donor. Requires the finance role; members of the charity can’t call it.',
    input: z.object({
      receiptId: uuid,
      reason: z.string().trim().min(3).max(500),
      name: z.string().trim().min(1).max(120).optional(),
      address: address.optional(),
    }),
    output: z.object({ id: z.string(), number: z.string() }),
    refuses: ['not-found', 'receipt-replaced', 'own-charity'],
  }),
  'POST /v4/staff/receipts/:receiptId/copies': endpoint({
    access: 'staff',
    roles: ['finance', 'support'],
    summary: 'Resend a receipt to its donor',
    description:
      'Mails a copy of a valid receipt to its donor, once a day, and writes an audit entry. Requires the finance or support role.',
    input: z.object({ receiptId: uuid }),
    output: z.object({ number: z.string() }),
    refuses: ['not-found', 'receipt-without-email'],
  }),
  'GET /v4/statements': endpoint({
    access: 'signed-in',
    summary: 'List annual statements',
    description: 'Returns the tax years in which the signed-in account donated, and the state of each statement.',
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
          state: z.enum(['none', 'generating', 'ready', 'failed']),
        }),
      ),
    }),
  }),
  'POST /v4/statements': endpoint({
    access: 'signed-in',
    summary: 'Request an annual statement',
    description:
      'Starts creating the statement of a tax year for the signed-in account, at most twenty a day, and mails a confirmed address when it is ready.',
    input: z.object({ regime, year }),
    output: z.object({ id: z.string() }),
    refuses: ['not-found', 'too-many-statements'],
  }),
  'GET /v4/statements/:statementId/document': endpoint({
    access: 'signed-in',
    summary: 'Download an annual statement',
    description: 'Returns a statement of the signed-in account as PDF or CSV, or 202 while it is being made.',
    input: z.object({ statementId: uuid, format: z.enum(['csv', 'pdf']).default('pdf') }),
    sends: ['application/pdf', 'text/csv'],
    canWait: true,
    output: fileState,
    refuses: ['not-found'],
  }),
  'GET /v4/account/donations/:donationId/receipt': endpoint({
    access: 'signed-in',
    summary: 'Get the receipt of a donation',
    description:
      'Returns the current receipt of a donation of the signed-in account; null until it is issued, seconds after the payment.',
    input: z.object({ donationId: uuid }),
    output: z.object({ receipt: z.object({ id: z.string(), number: z.string() }).nullable() }),
    refuses: ['not-found'],
  }),
  'POST /api/user/resendReceipt': endpoint({
    access: 'signed-in',
    summary: 'Resend a receipt',
    description:
      'Mails a copy of a receipt of the signed-in account, at most three a day; `id` is the donation’s or the receipt’s. Mails once for each Idempotency-Key.',
    input: z.object({ id: z.string().max(64).default('') }),
    output: z.object({ id: z.string(), number: z.string(), remaining: z.number().int() }),
    takesKey: true,
    refuses: [
      'not-found',
      'receipt-copies-spent',
      'receipt-not-ready',
      'idempotency-key-missing',
      'idempotency-key-too-long',
      'idempotency-key-reused',
    ],
  }),
}
