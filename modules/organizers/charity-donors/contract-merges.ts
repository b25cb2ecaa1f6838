import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { donor } from './contract-donors.ts'
import { mergeReasons } from './rules/merge-proposals.ts'

const organizationId = numericId
const done = z.object({ done: z.literal(true) })
const refuses = ['charity-not-found', 'not-allowed', 'not-found', 'charity-closed'] as const

/** Calls about donors of a charity that look like the same person. */
export const charityMergesContract = {
  'GET /v4/organizations/:organizationId/donor-merges': endpoint({
    access: 'signed-in',
    summary: 'List proposals to merge donors',
    description:
      'Returns pairs of donors of a charity with the same name and the same email address, phone number or postcode, as far as the team may see them, and the newest decisions of the team. Anonymous donations are in no pair. Requires an owner, admin, finance or support member.',
    input: z.object({ organizationId }),
    output: z.object({
      charity: z.object({ id: z.string(), name: z.string() }),
      proposals: z.array(z.object({ first: donor, second: donor, reasons: z.array(z.enum(mergeReasons)) })),
      /** Whether there are more than these. */
      hasMore: z.boolean(),
      decisions: z.array(
        z.object({
          id: z.string(),
          donationId: z.string(),
          name: z.string().nullable(),
          otherDonationId: z.string(),
          otherName: z.string().nullable(),
          isSame: z.boolean(),
          author: z.string().nullable(),
          decidedOn: z.string(),
        }),
      ),
    }),
    refuses: ['charity-not-found', 'not-allowed'],
  }),
  'POST /v4/organizations/:organizationId/donor-merges': endpoint({
    access: 'signed-in',
    summary: 'Decide a proposal to merge donors',
    description:
      'Records that two proposed donors, each by one of their donations, are the same person or different people. Merged donors are one row with their donations, plans, notes and tags; the donations don’t change. Requires an owner, admin, finance or support member.',
    input: z.object({ organizationId, donationId: uuid, otherDonationId: uuid, isSame: z.boolean() }),
    output: done,
    refuses,
    perMinute: 60,
  }),
  'DELETE /v4/organizations/:organizationId/donor-merges/:mergeId': endpoint({
    access: 'signed-in',
    summary: 'Undo a decision about donors',
    description:
      'Undoes a merge, or the decision that two donors are different people; the pair is proposed again. Requires an owner, admin, finance or support member.',
    input: z.object({ organizationId, mergeId: uuid }),
    output: done,
    refuses,
  }),
}
