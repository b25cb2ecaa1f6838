import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { endpoint } from '#shared/endpoint.ts'
import { overviewCalls } from './contract-overview.ts'

const minor = z.number().int()
const count = z.number().int()

/** What the job computes; amounts in minor units. */
export const trustFigures = z.object({
  /** Payments whose outcome isn't known yet. */
  withoutOutcome: count,
  /** Duplicate donations that were refunded in the last twelve months, and the median minutes until then. */
  duplicates: z.object({ refunded: count, medianMinutes: z.number().nullable() }),
  /** Days from a donation to the payout with it, of payouts sent in the last twelve months. */
  payoutDays: z.object({ donations: count, median: z.number().nullable(), percentile95: z.number().nullable() }),
  zakat: z.array(z.object({ currency, received: minor, paidOut: minor, distributed: minor })),
  /** The last twelve months with the current one, oldest first; the currency of most payments first. */
  months: z.array(
    z.object({
      currency,
      months: z.array(z.object({ month: z.string(), received: minor, paidOut: minor })),
    }),
  ),
  checks: z.array(z.object({ name: z.string(), title: z.string(), breaches: count, checkedAt: instant })),
})
z.globalRegistry.add(trustFigures, {
  id: 'TrustFigures',
  description: 'Figures of this installation from its database; amounts in minor units.',
})

/** The calls of the page /trust and of the staff's home. */
export const figuresContract = {
  ...overviewCalls,
  'GET /v4/trust': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Get figures about how donations are processed',
    description:
      'Returns figures that are computed from the database every hour: payments without an outcome, refunded duplicates, days until payouts, zakat, and the last run of each check; null before the first hour. The operator can turn it off.',
    input: z.object({}),
    output: z.object({ computedAt: instant.nullable(), figures: trustFigures.nullable(), hasPayouts: z.boolean() }),
    refuses: ['not-found'],
  }),
}
export type TrustFigures = z.output<typeof trustFigures>
