import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { memberRoles } from '#modules/causes/organizations/rules/roles.ts'
import { receiptRegimes } from '#modules/causes/organizations/rules/receipt-regime.ts'
import { documentKinds } from '#modules/causes/organizations/rules/verification-form.ts'
import { requestKinds } from '#modules/causes/organizations/rules/verification-request.ts'
import { verificationStates } from '#modules/causes/organizations/rules/verification.ts'

export { charityKeysContract } from './api-keys/contract.ts'

const organizationId = numericId
const text = (max: number) => z.string().max(max).default('')
const params = z.record(z.string(), z.union([z.string(), z.number()]))
const done = z.object({ done: z.literal(true) })
/** Length of a file of 10 MB in base64. */
const fileCharacters = 14_000_000

const person = z.object({
  fullName: text(300),
  office: text(200),
  birthYear: z.number().int().nullable().default(null),
  birthMonth: z.number().int().nullable().default(null),
  country: text(2),
})
const form = z.object({
  /** Country of registration, ISO 3166-1 alpha-2. In a request to save, empty keeps the saved one. */
  country: text(2),
  legalName: text(400),
  legalForm: text(20),
  /** A code such as `ccew`, or the name of a register. */
  register: text(200),
  number: text(100),
  taxReference: text(60),
  registeredAddress: text(1000),
  signatory: text(300),
  website: text(400),
  people: z.array(person).max(30).default([]),
})
z.globalRegistry.add(form, {
  id: 'VerificationForm',
  description: 'The verification form of a charity: its registration and the people who run it.',
})
const document = z.object({
  id: z.string(),
  kind: z.enum(documentKinds),
  name: z.string(),
  fileKind: z.enum(['webp', 'pdf']),
  addedAt: instant,
})
z.globalRegistry.add(document, { id: 'CharityDocument', description: 'A document of a charity’s verification.' })

/** A required field that is empty, with the parameters of its message. */
export const missingField = z.object({ field: z.string(), code: z.string(), params })
z.globalRegistry.add(missingField, { id: 'MissingField', description: 'A field that must be filled in.' })

const verification = z.object({
  charity: z.object({
    id: z.string(),
    name: z.string(),
    subdomain: z.string(),
    /** The country that pages and receipts have; the form may have another one. */
    country: z.string(),
    /** Whether saving the form changes the country at once, as nothing was verified yet. */
    canChangeCountry: z.boolean(),
  }),
  role: z.enum(memberRoles),
  state: z.enum(verificationStates),
  /** End of the latest verification; null: there was none. */
  until: instant.nullable(),
  /** The current receipt wording. */
  receipts: z.enum(receiptRegimes),
  form,
  /** Must be sent with the next save, which is a conflict if another save came first. */
  version: z.number().int(),
  /** Fields that are required before the form can be submitted; a document is `documents.{kind}`. */
  missing: z.array(missingField),
  documents: z.array(document),
  request: z
    .object({
      id: z.string(),
      kind: z.enum(requestKinds),
      state: z.enum(['open', 'verified', 'rejected', 'returned', 'withdrawn']),
      requestedAt: instant,
      decidedAt: instant.nullable(),
      reason: z.string(),
    })
    .nullable(),
  /** The request that is possible now; null: none. */
  askable: z.enum(requestKinds).nullable(),
  /** When the next request can be sent; null: now. */
  nextRequestAt: instant.nullable(),
})
z.globalRegistry.add(verification, {
  id: 'CharityVerification',
  description: 'The verification of a charity: its form, documents and requests.',
})

/** Calls for charities: sign-up, verification, members. */
export const charitiesContract = {
  'POST /v4/organizations': endpoint({
    access: 'signed-in',
    summary: 'Sign up a charity',
    description:
      'Creates a draft charity with its general fund; the signed-in account becomes its owner. Requires an account with a confirmed email.',
    perMinute: 20,
    input: z.object({
      name: text(300),
      country: text(2),
      email: text(254),
      /** IANA; end dates and tax years are in this time zone. */
      timeZone: text(60),
      /** Currency of its general fund. */
      currency: text(3),
      /** Empty: derived from the name. */
      subdomain: text(100),
      /** If empty, the category is community. */
      category: text(20),
    }),
    output: z.object({ id: z.string(), subdomain: z.string() }),
    refuses: ['charity-signup-closed', 'confirm-email-first', 'subdomain-unavailable', 'too-many-charities'],
  }),
  'GET /v4/organizations/:organizationId': endpoint({
    access: 'signed-in',
    summary: 'Get a charity as a member',
    description: 'Returns a charity, the requester’s role and its verification. Requires a member of the charity.',
    input: z.object({ organizationId }),
    output: z.object({
      id: z.string(),
      subdomain: z.string(),
      name: z.string(),
      role: z.enum(memberRoles),
      verification: z.object({ state: z.enum(verificationStates), until: instant.nullable() }),
      receipts: z.enum(receiptRegimes),
      /** Whether it has a public page, which requires a first verification. */
      isPublic: z.boolean(),
      isClosed: z.boolean(),
      country: z.string(),
      /** Whether it is British, or donors declared Gift Aid to it when it was. */
      hasGiftAid: z.boolean(),
      /** Whether this site pays out to charities. */
      hasPayouts: z.boolean(),
    }),
    refuses: ['charity-not-found'],
  }),
  'GET /v4/organizations/:organizationId/verification': endpoint({
    access: 'signed-in',
    summary: 'Get the verification of a charity',
    description:
      'Returns the verification form, documents and requests of a charity. Requires an owner or admin of the charity.',
    input: z.object({ organizationId }),
    output: verification,
    refuses: ['charity-not-found'],
  }),
  'PUT /v4/organizations/:organizationId/verification': endpoint({
    access: 'signed-in',
    summary: 'Save the verification form',
    description:
      'Saves the verification form as a draft; fields may be empty. Requires an owner or admin of the charity.',
    perMinute: 60,
    input: z.object({ organizationId, version: z.number().int().min(0), form }),
    output: verification,
    refuses: ['charity-not-found', 'form-changed'],
  }),
  'POST /v4/organizations/:organizationId/verification/requests': endpoint({
    access: 'signed-in',
    summary: 'Request verification',
    description:
      'Sends the form and all documents for review, at most three times in 30 days. Requires an owner or admin of the charity.',
    input: z.object({ organizationId }),
    output: verification,
    refuses: [
      'charity-not-found',
      'verification-requested',
      'requirements-missing',
      'verification-not-due',
      'too-many-requests',
      'charity-has-account',
    ],
  }),
  'DELETE /v4/organizations/:organizationId/verification/requests/:requestId': endpoint({
    access: 'signed-in',
    summary: 'Withdraw a verification request',
    description: 'Withdraws an open request. Requires an owner or admin of the charity.',
    input: z.object({ organizationId, requestId: uuid }),
    output: verification,
    refuses: ['charity-not-found', 'verification-not-found', 'case-decided'],
  }),
  'POST /v4/organizations/:organizationId/documents': endpoint({
    access: 'signed-in',
    summary: 'Add a document of a charity',
    description:
      'Adds a PDF or a picture in base64, at most 20 files of 10 MB, encrypted at rest. Requires an owner or admin of the charity.',
    perMinute: 30,
    bytesMax: fileCharacters + 16 * 1024,
    input: z.object({
      organizationId,
      kind: z.enum(documentKinds),
      name: text(300),
      file: z.string().max(fileCharacters).default(''),
    }),
    output: z.object({ id: z.string() }),
    refuses: ['charity-not-found', 'file-missing', 'file-not-readable', 'file-too-large', 'too-many-documents'],
  }),
  'GET /v4/organizations/:organizationId/documents/:documentId': endpoint({
    access: 'signed-in',
    summary: 'Open a document of a charity',
    description:
      'Sends a document of the charity’s verification, and writes an audit entry. Requires an owner or admin of the charity.',
    input: z.object({ organizationId, documentId: uuid }),
    sends: ['application/pdf', 'image/webp'],
    output: z.object({}),
    refuses: ['charity-not-found', 'document-not-found'],
  }),
  'DELETE /v4/organizations/:organizationId/documents/:documentId': endpoint({
    access: 'signed-in',
    summary: 'Delete a document of a charity',
    description: 'Deletes a document unless a decided request includes it. Requires an owner or admin of the charity.',
    input: z.object({ organizationId, documentId: uuid }),
    output: done,
    refuses: ['charity-not-found', 'document-not-found', 'case-decided'],
  }),
  'POST /v4/organizations/:organizationId/ownership': endpoint({
    access: 'signed-in',
    summary: 'Transfer ownership',
    description:
      'Makes another member an owner and the requester an admin. In a verified charity it takes effect after 72 hours, for its last owner after a decision of two staff members. Requires an owner and a recent proof of identity.',
    input: z.object({ organizationId, accountId: uuid }),
    output: z.object({ state: z.enum(['done', 'pending', 'requested']), effectiveAt: instant.nullable() }),
    refuses: [
      'charity-not-found',
      'reauthentication-required',
      'factor-removed-lately',
      'not-found',
      'ownership-change-pending',
    ],
  }),
}
export type VerificationView = z.output<typeof verification>
