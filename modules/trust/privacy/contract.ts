import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { consentPurposes } from './rules/consents.ts'

const purpose = z.enum(consentPurposes)

export const privacyContract = {
  'GET /v4/privacy/exports': endpoint({
    access: 'signed-in',
    summary: 'List data exports',
    description: 'Returns the data exports that the signed-in account requested in the last day, and their state.',
    input: z.object({}),
    output: z.object({
      exports: z.array(
        z.object({
          id: z.string(),
          requestedAt: z.string(),
          state: z.enum(['being-made', 'ready', 'failed']),
          until: z.string().nullable(),
        }),
      ),
    }),
  }),
  'POST /v4/privacy/exports': endpoint({
    access: 'signed-in',
    summary: 'Request a data export',
    description:
      'Starts an export of all data of the signed-in account as JSON and CSV; a mail says when it is ready. The account must have proven its identity recently.',
    input: z.object({}),
    output: z.object({ id: z.string() }),
    refuses: ['prove-yourself', 'too-many-exports'],
  }),
  'GET /v4/privacy/consents': endpoint({
    access: 'signed-in',
    summary: 'List consents',
    description:
      'Returns the consents of the signed-in account to uses that show belief (GDPR Art. 9), with their text and history.',
    input: z.object({}),
    output: z.object({
      consents: z.array(
        z.object({
          purpose,
          isGiven: z.boolean(),
          since: z.string().nullable(),
          textVersion: z.string(),
          text: z.string(),
        }),
      ),
      history: z.array(z.object({ purpose, isGiven: z.boolean(), textVersion: z.string(), at: z.string() })),
    }),
  }),
  'POST /v4/privacy/consents': endpoint({
    access: 'signed-in',
    summary: 'Give or withdraw consent',
    description:
      'Saves the consent of the signed-in account to one purpose, by the version of its text, or withdraws it.',
    input: z.object({ purpose, isGiven: z.boolean(), textVersion: z.string().max(40).default('') }),
    output: z.object({ isGiven: z.boolean() }),
    refuses: ['consent-text-changed'],
  }),
  'GET /v4/privacy/erasure': endpoint({
    access: 'signed-in',
    summary: 'Preview the erasure',
    description:
      'Returns what erasing the signed-in account would keep in the accounts and until which day, and what prevents it.',
    input: z.object({}),
    output: z.object({
      donations: z.number().int(),
      retainedUntil: z.string().nullable(),
      paymentUnderWay: z.boolean(),
      mustProve: z.boolean(),
      /** Charities of which the account is the only owner; those with other members must be transferred first. */
      charities: z.array(
        z.object({ id: z.string(), name: z.string(), nameAr: z.string().nullable(), hasOthers: z.boolean() }),
      ),
    }),
  }),
  'POST /v4/privacy/erasure': endpoint({
    access: 'signed-in',
    summary: 'Erase the account',
    description:
      'Erases the signed-in account for good, except for what the accounts must keep, ends its session and confirms it by mail. The account must have proven its identity recently.',
    input: z.object({ understood: z.literal(true) }),
    output: z.object({ retainedUntil: z.string().nullable() }),
    refuses: ['session-ended', 'prove-yourself', 'payment-under-way', 'last-admin', 'charity-not-handed-over'],
  }),
  'GET /v4/privacy/exports/:exportId/document': endpoint({
    access: 'signed-in',
    summary: 'Download a data export',
    description: 'Returns a data export of the signed-in account, for a day.',
    input: z.object({ exportId: z.string().max(64), format: z.enum(['json', 'csv']).default('json') }),
    sends: ['application/json', 'text/csv'],
    output: z.object({ state: z.literal('ready') }),
    refuses: ['not-found'],
  }),
}
