import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { minor, timeZone, zakatProfile, zakatSum } from '../contract-shapes.ts'

export const zakatYearsContract = {
  'GET /v4/zakat/years': endpoint({
    access: 'signed-in',
    summary: 'List my zakat years with what I gave',
    description:
      'Returns the zakat years of the signed-in account, the highest period first, each with what was due, given online, given elsewhere and left, in minor units as text of its own currency.',
    input: z.object({ timeZone: timeZone.optional() }),
    output: z.object({
      years: z.array(
        z.object({
          profile: zakatProfile,
          online: zakatSum,
          offsite: zakatSum,
          remaining: minor,
          /** Null where nothing was due. */
          overpaid: minor.nullable(),
        }),
      ),
    }),
  }),
  'GET /v4/zakat/profiles/:id/statement': endpoint({
    access: 'signed-in',
    summary: 'Download the statement of a zakat year',
    description:
      'Returns a PDF, in the caller’s language, of what the signed-in account owed and gave in one of its zakat years. Everyone else gets 404, staff too.',
    input: z.object({ id: z.string().max(64), timeZone: timeZone.optional() }),
    sends: ['application/pdf'],
    output: z.object({ id: z.string() }),
    refuses: ['not-found'],
    perMinute: 10,
  }),
}
