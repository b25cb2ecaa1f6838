import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { uuid } from '#shared/id-schemas.ts'
import { checkLines } from '#modules/causes/organizations/rules/registration.ts'
import { documentKinds } from '#modules/causes/organizations/rules/verification-form.ts'
import { requestDecisions, requestKinds } from '#modules/causes/organizations/rules/verification-request.ts'
import { endpoint } from '#shared/endpoint.ts'

const caseId = uuid
const seen = z.string().max(64).default('')
const done = z.object({ done: z.literal(true) })
const answer = z.enum(['yes', 'no'])
const matchState = z.enum(['open', 'other', 'same'])

/** The checklist, screening, documents and waiting pages of a charity's case. */
export const charityOfCase = z.object({
  organizationId: z.string(),
  kind: z.enum(requestKinds),
  country: z.string(),
  checklist: z.array(z.object({ line: z.enum(checkLines), answer: answer.nullable() })),
  /** The first reviewer's recommendation; null: the checklist isn't answered yet. */
  checked: z
    .object({ recommendation: z.enum(requestDecisions), by: z.string(), at: instant, isOwn: z.boolean() })
    .nullable(),
  /** Number of people who must agree. */
  approvals: z.union([z.literal(1), z.literal(2)]),
  screening: z.enum(['clear', 'matched', 'not-screened']),
  matches: z.array(
    z.object({ id: z.string(), screenedName: z.string(), names: z.array(z.string()), state: matchState }),
  ),
  documents: z.array(z.object({ id: z.string(), kind: z.enum(documentKinds), name: z.string() })),
  /** Full content of hosted pages that are published with the verification. */
  pages: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      language: z.string(),
      tagline: z.string(),
      description: z.string(),
      levels: z.array(z.object({ title: z.string(), description: z.string() })),
      pictures: z.array(z.object({ url: z.string(), alt: z.string() })),
      links: z.array(z.string()),
    }),
  ),
})
z.globalRegistry.add(charityOfCase, {
  id: 'CharityCase',
  description: 'The checklist, screening, documents and waiting pages of a charity’s request.',
})

/** Both sides of a screening match, and the first of its two opinions. */
export const matchOfCase = z.object({
  subject: z.enum(['legal-name', 'public-name', 'person', 'bank-holder']),
  screenedName: z.string(),
  charityCountry: z.string(),
  /** The person in the charity's form; null if the match is about another name. */
  person: z
    .object({
      office: z.string(),
      birthYear: z.number().int().nullable(),
      birthMonth: z.number().int().nullable(),
      country: z.string(),
    })
    .nullable(),
  list: z.string(),
  names: z.array(z.string()),
  source: z.string(),
  /** From the list as it is loaded now; null if it no longer has the entry. */
  entry: z.object({ birthYear: z.number().int().nullable(), country: z.string() }).nullable(),
  score: z.number().int(),
  isVerified: z.boolean(),
  first: z.object({ finding: z.enum(['other', 'same']), by: z.string(), isOwn: z.boolean() }).nullable(),
  /** Number of people who must agree. */
  approvals: z.union([z.literal(1), z.literal(2)]),
})
z.globalRegistry.add(matchOfCase, {
  id: 'ScreeningMatch',
  description: 'A name of a charity beside a similar one on a screening list.',
})

/** Calls for staff about cases of charities. */
export const charityCaseCalls = {
  'PUT /v4/staff/cases/:caseId/checklist': endpoint({
    access: 'staff',
    roles: ['reviewer'],
    summary: 'Check a charity',
    description:
      'Saves the answers to the country’s checklist and a recommendation on the case as it was read (`seen`); another reviewer decides. Requires the reviewer role.',
    input: z.object({
      caseId,
      seen,
      checks: z.partialRecord(z.enum(checkLines), answer).default({}),
      recommendation: z.enum(requestDecisions),
    }),
    output: done,
    refuses: ['case-not-found', 'case-decided', 'case-moved', 'own-charity'],
  }),
  'DELETE /v4/staff/cases/:caseId/checklist': endpoint({
    access: 'staff',
    roles: ['reviewer'],
    summary: 'Reset the checklist of a charity',
    description: 'Removes the first reviewer’s answers and recommendation. Requires the reviewer role.',
    input: z.object({ caseId }),
    output: done,
    refuses: ['case-not-found', 'case-decided', 'checklist-missing', 'own-charity'],
  }),
  'GET /v4/staff/cases/:caseId/documents/:documentId': endpoint({
    access: 'staff',
    roles: ['reviewer'],
    summary: 'Open a document of a charity’s case',
    description: 'Sends a document of the charity’s request, and writes an audit entry. Requires the reviewer role.',
    input: z.object({ caseId, documentId: uuid }),
    sends: ['application/pdf', 'image/webp'],
    output: z.object({}),
    refuses: ['case-not-found', 'document-not-found'],
  }),
}
