import { z } from 'zod'
import { minorUnits } from '#shared/wire/codecs.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { endpoint } from '#shared/endpoint.ts'
import { numericId } from '#shared/id-schemas.ts'
import { firstSteps } from './rules/first-steps.ts'
import { taskCodes } from './rules/to-do.ts'
import { views } from './rules/view.ts'

const count = z.number().int()
const organizationId = numericId
const day = z.string()

const numbers = z.object({
  given: minorUnits,
  donations: count,
  donors: count,
  /** Donors who gave to the charity for the first time. */
  newDonors: count,
  average: minorUnits.nullable(),
  refunded: minorUnits.describe('Paid back in the period, whenever the donation was made.'),
  refunds: count,
})
z.globalRegistry.add(numbers, {
  id: 'CharityFigures',
  description: 'The figures of a charity in a period. Amounts are in minor units of its currency.',
})

const part = { given: minorUnits, donations: count, percentage: count }
/** `name` is null for the sum of all that are not listed. */
const parts = z.array(z.object({ name: z.string().nullable(), ...part }))

export const workspaceContract = {
  'GET /v4/organizations/:organizationId/figures': endpoint({
    access: 'signed-in',
    scope: 'figures:read',
    summary: 'Get a charity’s figures',
    description:
      'Returns figures over all campaigns of a charity, by day, week or month, with those of the period before; in minor units of its currency, other currencies converted approximately. Requires an owner, admin or finance member.',
    input: z.object({ organizationId, view: z.enum(views).default('day') }),
    output: z.object({
      view: z.enum(views),
      timeZone: z.string(),
      currency,
      isApproximate: z.boolean().describe('Whether other currencies were converted.'),
      from: day,
      to: day,
      before: z.object({ from: day, to: day }),
      now: numbers,
      earlier: numbers,
      /** Change in percent; null without an earlier value. */
      change: z.object({
        given: count.nullable(),
        donors: count.nullable(),
        average: count.nullable(),
        refunded: count.nullable(),
      }),
      currencies: z
        .array(z.object({ currency, given: minorUnits, donations: count, own: minorUnits.nullable() }))
        .describe(
          'What was given in each currency, exactly; `own` is null without a rate, and then left out of all sums.',
        ),
      steps: z.array(z.object({ day, given: minorUnits, donations: count, before: minorUnits })),
      fundraisers: z.array(
        z.object({ id: z.string(), name: z.string(), language: z.string(), isGeneralFund: z.boolean(), ...part }),
      ),
      /** `referral`, `src:` and its name, or empty. */
      sources: parts,
      /** Country codes; empty for an unknown one. */
      countries: parts,
      /** Plans of which a part goes to the charity. */
      plans: z.object({
        active: count,
        monthlyWorth: minorUnits,
        started: count,
        startedBefore: count,
        ended: count,
        endedBefore: count,
        failing: count,
      }),
      zakat: z
        .object({ received: minorUnits, paidOut: minorUnits, distributed: minorUnits })
        .nullable()
        .describe('To date; null if the charity never received zakat.'),
    }),
    refuses: ['charity-not-found'],
  }),
  'GET /v4/organizations/:organizationId/tasks': endpoint({
    access: 'signed-in',
    summary: 'Get what a charity has to do',
    description:
      'Returns what the requester’s role can do for the charity, most urgent first, and the first steps of a newly verified charity. Requires a member of the charity.',
    input: z.object({ organizationId }),
    output: z.object({
      tasks: z.array(
        z.object({
          task: z.enum(taskCodes),
          count,
          dueOn: day.nullable().describe('The last day on which it can be done.'),
          campaign: z
            .object({ id: z.string(), name: z.string(), language: z.string() })
            .nullable()
            .describe('The fundraiser where it is done, if it is done there.'),
        }),
      ),
      firstSteps: z
        .array(z.object({ step: z.enum(firstSteps), isDone: z.boolean(), canDo: z.boolean() }))
        .describe('The first steps of a newly verified charity; `canDo`: whether the requester’s role can do it.'),
    }),
    refuses: ['charity-not-found'],
  }),
}
