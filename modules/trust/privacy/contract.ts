import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { uuid } from '#shared/id-schemas.ts'
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
          requestedAt: instant,
          state: z.enum(['being-made', 'ready', 'failed']),
          until: instant.nullable(),
        }),
      ),
      /** Whether a download needs a proof of identity first. */
      mustReauthenticate: z.boolean(),
    }),
  }),
  'POST /v4/privacy/exports': endpoint({
    access: 'signed-in',
    summary: 'Request a data export',
    description:
      'Starts an export of all data of the signed-in account as JSON and CSV, and mails the account when it is ready. Requires a recent proof of identity.',
    input: z.object({}),
    output: z.object({ id: z.string() }),
    refuses: ['reauthentication-required', 'too-many-exports'],
  }),
  'GET /v4/privacy/consents': endpoint({
    access: 'signed-in',
    summary: 'List consents',
    description:
      'Returns the consents of the signed-in account to uses of data about its beliefs (GDPR Art. 9), with their text and history.',
    input: z.object({}),
    output: z.object({
      consents: z.array(
        z.object({
          purpose,
          isGiven: z.boolean(),
          since: instant.nullable(),
          textVersion: z.string(),
          text: z.string(),
        }),
      ),
      history: z.array(z.object({ purpose, isGiven: z.boolean(), textVersion: z.string(), at: instant })),
    }),
  }),
  'POST /v4/privacy/consents': endpoint({
    access: 'signed-in',
    summary: 'Give or withdraw consent',
    description: 'Saves or withdraws the consent of the signed-in account to one purpose and version of its text.',
    input: z.object({ purpose, isGiven: z.boolean(), textVersion: z.string().max(40).default('') }),
    output: z.object({ isGiven: z.boolean() }),
    refuses: ['consent-text-changed'],
  }),
  'GET /v4/privacy/erasure': endpoint({
    access: 'signed-in',
    summary: 'Preview the erasure',
    description:
      'Returns which records of the signed-in account would be kept after its erasure and until which day, and what prevents the erasure.',
    input: z.object({}),
    output: z.object({
      donations: z.number().int(),
      retainedUntil: z.string().nullable(),
      isPaymentPending: z.boolean(),
      mustReauthenticate: z.boolean(),
      /** Charities of which the account is the only owner; charities with other members must be transferred first. */
      charities: z.array(
        z.object({ id: z.string(), name: z.string(), nameAr: z.string().nullable(), hasOthers: z.boolean() }),
      ),
    }),
  }),
  'POST /v4/privacy/erasure': endpoint({
    access: 'signed-in',
    summary: 'Erase the account',
    description:
      'Permanently erases the signed-in account, except records that the law requires to keep, ends its session and confirms it by mail. Requires a recent proof of identity.',
    input: z.object({ understood: z.literal(true) }),
    output: z.object({ retainedUntil: z.string().nullable() }),
    refuses: ['session-ended', 'reauthentication-required', 'payment-pending', 'last-admin', 'charity-not-transferred'],
  }),
  'GET /v4/privacy/exports/:exportId/document': endpoint({
    access: 'signed-in',
    summary: 'Download a data export',
    description:
      'Returns a data export of the signed-in account, available for a day. Requires a recent proof of identity.',
    input: z.object({ exportId: uuid, format: z.enum(['json', 'csv']).default('json') }),
    sends: ['application/json', 'text/csv'],
    output: z.object({ state: z.literal('ready') }),
    refuses: ['not-found', 'reauthentication-required'],
  }),
}
