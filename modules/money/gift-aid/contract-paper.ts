import { z } from 'zod'
import { isLocalDate } from '#shared/calendar.ts'
import { endpoint } from '#shared/endpoint.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { uploadLimits } from '#modules/platform/media/rules/limits.ts'

/** The length of the largest file in base64. */
const fileCharacters = Math.ceil(uploadLimits.bytes / 3) * 4

const paper = z.object({
  id: z.string(),
  /** The declarer’s name. */
  name: z.string(),
  scope: z.enum(['later', 'past_and_later']),
  /** UK days. */
  declaredOn: z.string(),
  coversFrom: z.string(),
  coversUntil: z.string().nullable(),
})
z.globalRegistry.add(paper, {
  id: 'PaperDeclaration',
  description: 'A Gift Aid declaration on paper that a charity entered.',
})
export type PaperView = z.output<typeof paper>

/** Calls of charities about declarations on paper. */
export const paperContract = {
  'GET /v4/organizations/:organizationId/gift-aid/paper': endpoint({
    access: 'signed-in',
    summary: 'List declarations on paper',
    description:
      'Returns the charity’s declarations on paper with their declarers’ names, newest first, and writes an audit entry. Requires an owner or finance member.',
    input: z.object({ organizationId: numericId }),
    output: z.object({ declarations: z.array(paper), today: z.string() }),
    refuses: ['charity-not-found'],
  }),
  'POST /v4/organizations/:organizationId/gift-aid/paper': endpoint({
    access: 'signed-in',
    summary: 'Enter a declaration on paper',
    description:
      'Enters a donor’s signed declaration with its scan (PDF or picture in base64), encrypted at rest. `reference` is that of one of the donor’s donations to the charity. Requires an owner or finance member and a recent proof of identity.',
    perMinute: 30,
    bytesMax: fileCharacters + 16 * 1024,
    input: z.object({
      organizationId: numericId,
      reference: z.string().trim().max(20),
      scope: z.enum(['later', 'past_and_later']),
      declaredOn: z.string().max(10),
      firstName: z.string().trim().max(60),
      lastName: z.string().trim().max(60),
      line1: z.string().trim().max(200),
      city: z.string().trim().max(100),
      postalCode: z.string().trim().max(20),
      fileName: z.string().max(300).default(''),
      file: z.string().max(fileCharacters).default(''),
    }),
    output: z.object({ id: z.string() }),
    refuses: [
      'charity-not-found',
      'charity-closed',
      'reauthentication-required',
      'file-missing',
      'file-not-readable',
      'file-too-large',
    ],
  }),
  'POST /v4/organizations/:organizationId/gift-aid/paper/:declarationId/end': endpoint({
    access: 'signed-in',
    summary: 'End a declaration on paper',
    description:
      'Ends a declaration on paper from a UK day on, which isn’t covered any more, because the donor asked the charity for it. The day can’t be in the past. Requires an owner or finance member and a recent proof of identity.',
    perMinute: 30,
    input: z.object({
      organizationId: numericId,
      declarationId: uuid,
      from: z.string().max(10).refine(isLocalDate),
    }),
    output: z.object({}),
    refuses: [
      'charity-not-found',
      'charity-closed',
      'declaration-not-found',
      'declaration-ended',
      'reauthentication-required',
    ],
  }),
  'GET /v4/organizations/:organizationId/gift-aid/paper/:declarationId/scan': endpoint({
    access: 'signed-in',
    summary: 'Open the scan of a declaration',
    description:
      'Sends the scan of a declaration on paper, and writes an audit entry. Requires an owner or finance member and a recent proof of identity.',
    perMinute: 60,
    input: z.object({ organizationId: numericId, declarationId: uuid }),
    sends: ['application/pdf', 'image/webp'],
    output: z.object({}),
    refuses: ['charity-not-found', 'declaration-not-found', 'reauthentication-required'],
  }),
}
