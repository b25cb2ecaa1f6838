import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { caseKinds } from '#modules/trust/moderation/rules/score.ts'
import { endpoint } from '#shared/endpoint.ts'
import { partNames } from './rules/failing-parts.ts'

const count = z.number().int()

const overview = z.object({
  /** The start of today in UTC. */
  since: instant,
  /** Today's money by currency, most payments first, as the ledger has it; null without the finance or support role. */
  money: z
    .array(z.object({ currency, payments: count, received: minorUnits, refunded: minorUnits, disputed: minorUnits }))
    .nullable(),
  /** Open cases of the kinds that the viewer works on, by the time since they were opened. */
  cases: z.array(
    z.object({
      kind: z.enum(caseKinds),
      underOneDay: count,
      underThreeDays: count,
      older: count,
      oldestAt: instant,
    }),
  ),
  failing: z.array(z.object({ part: z.enum(partNames), count: count.nullable(), since: instant.nullable() })),
  /** Payments that the books and the provider don't agree on; null without the finance or support role. */
  unmatched: z
    .object({
      /** Open entries of the manual review queue. */
      manualReviews: count,
      /** Payments whose outcome isn't known after five minutes. */
      withoutOutcome: count,
    })
    .nullable(),
  /** Mails of the last seven days that their mailbox refused, or that were given up, by the domain of the address. */
  bounced: z.array(z.object({ domain: z.string(), mails: count, lastAt: instant })),
})
z.globalRegistry.add(overview, { id: 'StaffOverview', description: 'What staff see first: today’s work and money.' })
export type StaffOverview = z.output<typeof overview>

/** The call of the staff's home. */
export const overviewCalls = {
  'GET /v4/staff/overview': endpoint({
    access: 'staff',
    summary: 'Get the overview for staff',
    description:
      'Returns today’s money by currency in minor units, open cases by age, failing parts, payments that don’t match, and mails that bounced. Requires a staff role; money and payments are null without the finance or support role.',
    input: z.object({}),
    output: overview,
  }),
}
