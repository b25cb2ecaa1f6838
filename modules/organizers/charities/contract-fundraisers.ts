import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { endpoint } from '#shared/endpoint.ts'

const organizationId = numericId

/** Calls about fundraisers that people outside a charity's team start for it. */
export const charityFundraisersContract = {
  'GET /v4/organizations/:organizationId/fundraiser-requests': endpoint({
    access: 'signed-in',
    summary: 'List fundraisers that wait for a charity',
    description:
      'Returns the fundraisers of people outside the team that wait for the charity, oldest first; goals are in minor units. Requires an owner or admin of the charity.',
    input: z.object({ organizationId }),
    output: z.object({
      requests: z.array(
        z.object({
          id: z.string(),
          campaignId: z.string(),
          title: z.string(),
          tagline: z.string(),
          language: z.string(),
          organizerName: z.string(),
          goal: minorUnits.nullable(),
          currency,
          /** ISO 8601. */
          submittedAt: instant,
          /** When staff decide without the charity. */
          decidedWithoutAt: instant,
        }),
      ),
    }),
    refuses: ['charity-not-found'],
  }),
  'POST /v4/organizations/:organizationId/fundraiser-requests/:submissionId/decision': endpoint({
    access: 'signed-in',
    summary: 'Accept or refuse a fundraiser for a charity',
    description:
      'Accepts a fundraiser, which staff then review, or refuses it with a reason that its organizers are mailed. Requires an owner or admin of the charity.',
    input: z.object({
      organizationId,
      submissionId: uuid,
      decision: z.enum(['accept', 'refuse']),
      reason: z.string().max(2000).default(''),
    }),
    output: z.object({ done: z.literal(true) }),
    refuses: ['charity-not-found', 'submission-not-found', 'submission-decided'],
  }),
}
