import { zakatSchools } from '#modules/causes/campaigns/rules/zakat.ts'
import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { zakatCategories } from './rules/zakat.ts'

const campaignId = numericId
const anyId = uuid
const page = z.coerce.number().int().min(1).max(1000).default(1)
const text = z.string().max(8000)
const done = z.object({ done: z.literal(true) })

export const evidence = z.object({
  id: z.string(),
  /** A picture or a PDF. */
  kind: z.enum(['webp', 'pdf']),
  bytes: z.number().int(),
  description: z.string(),
  addedAt: instant,
})
z.globalRegistry.add(evidence, {
  id: 'Evidence',
  description: 'A file that supports a request for zakat verification.',
})
/** 10 MB in base64. */
const fileCharacters = 14_000_000

/** Calls about zakat verification: requests, evidence, and valid verifications. */
export const zakatCalls = {
  'GET /v4/campaigns/:campaignId/zakat-verification': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Get the zakat verification',
    description:
      'Returns the zakat verification of a campaign: its ruling, verifier, end and categories. Anyone may call it.',
    input: z.object({ campaignId }),
    output: z.object({
      verification: z
        .object({
          categories: z.array(z.enum(zakatCategories)),
          source: z.string(),
          /** The scholar or board of the ruling; null on older verifications. */
          ruledBy: z.string().nullable(),
          ruledOn: z.string().nullable(),
          /** Schools of law that accept zakat to the campaign. */
          schools: z.array(z.enum(zakatSchools)),
          conditions: z.string(),
          /** Part of a donation that counts as zakat, in basis points. */
          eligibleBps: z.number(),
          documentUrl: z.string().nullable(),
          verifiedBy: z.string(),
          verifiedAt: instant,
          expiresAt: instant,
        })
        .nullable(),
    }),
    refuses: ['campaign-not-found'],
  }),
  'GET /v4/campaigns/:campaignId/zakat-requests': endpoint({
    access: 'signed-in',
    act: 'edit',
    summary: 'List zakat requests',
    description:
      'Returns the requests for zakat verification of a campaign and their decisions. Requires an account that may edit the campaign.',
    input: z.object({ campaignId }),
    output: z.object({
      requests: z.array(
        z.object({
          id: z.string(),
          state: z.enum(['requested', 'granted', 'declined', 'revoked', 'expired', 'renewed']),
          categories: z.array(z.enum(zakatCategories)),
          note: z.string(),
          links: z.array(z.string()),
          requestedAt: instant,
          verifiedAt: instant.nullable(),
          expiresAt: instant.nullable(),
          endedAt: instant.nullable(),
        }),
      ),
    }),
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/zakat-requests': endpoint({
    access: 'signed-in',
    act: 'edit',
    summary: 'Request zakat verification',
    description:
      'Requests zakat verification of a campaign, with categories, a note and links. Requires an account that may edit the campaign.',
    input: z.object({
      campaignId,
      categories: z.array(z.string().max(30)).max(8).default([]),
      note: text.default(''),
      links: z.array(z.string().max(600)).max(20).default([]),
    }),
    output: done,
    refuses: ['campaign-not-found', 'zakat-already-requested'],
  }),
  'GET /v4/campaigns/:campaignId/zakat-evidence': endpoint({
    access: 'signed-in',
    act: 'edit',
    summary: 'List zakat evidence',
    description:
      'Returns the files of the open request for zakat verification, or those added for the next one. Requires an account that may edit the campaign.',
    input: z.object({ campaignId }),
    output: z.object({ evidence: z.array(evidence) }),
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/zakat-evidence': endpoint({
    access: 'signed-in',
    act: 'edit',
    summary: 'Add zakat evidence',
    description:
      'Adds a PDF or a picture in base64, at most five files of 10 MB. Requires an account that may edit the campaign.',
    input: z.object({
      campaignId,
      description: z.string().max(2000).default(''),
      file: z.string().max(fileCharacters).default(''),
    }),
    output: z.object({ id: z.string() }),
    refuses: [
      'campaign-not-found',
      'file-missing',
      'file-not-readable',
      'file-too-large',
      'evidence-undescribed',
      'too-much-evidence',
    ],
    perMinute: 30,
    bytesMax: fileCharacters + 16 * 1024,
  }),
  'GET /v4/campaigns/:campaignId/zakat-evidence/:evidenceId': endpoint({
    access: 'signed-in',
    summary: 'Download zakat evidence',
    description: 'Returns an evidence file. Requires an account that may edit the campaign.',
    input: z.object({ campaignId, evidenceId: anyId }),
    sends: ['image/webp', 'application/pdf'],
    output: z.object({}),
    refuses: ['campaign-not-found', 'evidence-not-found'],
  }),
  'DELETE /v4/campaigns/:campaignId/zakat-evidence/:evidenceId': endpoint({
    access: 'signed-in',
    summary: 'Delete zakat evidence',
    description:
      'Deletes an evidence file whose request isn’t decided yet. Requires an account that may edit the campaign.',
    input: z.object({ campaignId, evidenceId: anyId }),
    output: done,
    refuses: ['campaign-not-found', 'evidence-not-found', 'case-decided'],
  }),
  'GET /v4/staff/cases/:caseId/evidence/:evidenceId': endpoint({
    access: 'staff',
    summary: 'Download evidence of a case',
    description: 'Returns an evidence file of a case’s request, and writes an audit entry. Requires a staff role.',
    input: z.object({ caseId: anyId, evidenceId: anyId }),
    sends: ['image/webp', 'application/pdf'],
    output: z.object({}),
    refuses: ['evidence-not-found'],
  }),
  'GET /v4/staff/zakat-verifications': endpoint({
    access: 'staff',
    roles: ['reviewer'],
    summary: 'List zakat verifications',
    description: 'Returns the valid zakat verifications, by their end. Requires the reviewer role.',
    input: z.object({ page }),
    output: z.object({
      verifications: z.array(
        z.object({
          id: z.string(),
          campaign: z.string(),
          slug: z.string(),
          language: z.string(),
          categories: z.array(z.enum(zakatCategories)),
          by: z.string(),
          verifiedAt: instant,
          expiresAt: instant,
        }),
      ),
      hasMore: z.boolean(),
    }),
  }),
  'POST /v4/staff/zakat-verifications/:verificationId/revocation': endpoint({
    access: 'staff',
    roles: ['reviewer'],
    summary: 'Revoke a zakat verification',
    description: 'Revokes a zakat verification with a reason. Requires the reviewer role.',
    input: z.object({ verificationId: anyId, reason: text.default(''), message: z.string().max(2000).optional() }),
    output: done,
    refuses: ['verification-not-found', 'own-charity'],
  }),
}
