import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { consentPurposes } from './rules/consents.ts'

const purpose = z.enum(consentPurposes)

export const privacyContract = {
  'GET /v4/privacy/exports': endpoint({
    access: 'signed-in',
    summary: 'The exports of an account’s data that were asked for in the last day, and where each stands.',
    input: z.object({}),
    output: z.object({
      exports: z.array(z.object({ id: z.string(), askedAt: z.string(), state: z.enum(['being-made', 'ready', 'failed']), until: z.string().nullable() })),
    }),
  }),
  'POST /v4/privacy/exports': endpoint({
    access: 'signed-in',
    summary: 'Asks for everything that is kept of an account, as JSON and CSV; a mail says when it is ready.',
    input: z.object({}),
    output: z.object({ id: z.string() }),
    refuses: ['prove-yourself', 'too-many-exports'],
  }),
  'GET /v4/privacy/consents': endpoint({
    access: 'signed-in',
    summary: 'What the account agreed to of all that shows belief (GDPR Art. 9), with the words to agree to and everything said before.',
    input: z.object({}),
    output: z.object({
      consents: z.array(z.object({ purpose, isGiven: z.boolean(), since: z.string().nullable(), textVersion: z.string(), text: z.string() })),
      history: z.array(z.object({ purpose, isGiven: z.boolean(), textVersion: z.string(), at: z.string() })),
    }),
  }),
  'POST /v4/privacy/consents': endpoint({
    access: 'signed-in',
    summary: 'Agrees to one purpose by the version of its words, or withdraws.',
    input: z.object({ purpose, isGiven: z.boolean(), textVersion: z.string().max(40).default('') }),
    output: z.object({ isGiven: z.boolean() }),
    refuses: ['consent-text-changed'],
  }),
  'GET /v4/privacy/erasure': endpoint({
    access: 'signed-in',
    summary: 'What erasing the account would leave in the books and until which day, and what stands in its way.',
    input: z.object({}),
    output: z.object({
      gifts: z.number().int(),
      keptUntil: z.string().nullable(),
      paymentUnderWay: z.boolean(),
      mustProve: z.boolean(),
      /** Of which they are the only owner: one that others work for is to be handed over first. */
      charities: z.array(z.object({ id: z.string(), name: z.string(), nameAr: z.string().nullable(), hasOthers: z.boolean() })),
    }),
  }),
  'POST /v4/privacy/erasure': endpoint({
    access: 'signed-in',
    summary: 'Erases the account that asks, for good: everything but what the books must keep. Its session ends; a mail says that it is done.',
    input: z.object({ understood: z.literal(true) }),
    output: z.object({ keptUntil: z.string().nullable() }),
    refuses: ['session-ended', 'prove-yourself', 'payment-under-way', 'last-admin', 'charity-not-handed-over'],
  }),
  'GET /v4/privacy/exports/:exportId/document': endpoint({
    access: 'signed-in',
    summary: 'The export, for a day, to the account it is of.',
    input: z.object({ exportId: z.string().max(64), format: z.enum(['json', 'csv']).default('json') }),
    sends: ['application/json', 'text/csv'],
    output: z.object({ state: z.literal('ready') }),
    refuses: ['not-found'],
  }),
}
