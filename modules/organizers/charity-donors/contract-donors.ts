import { z } from 'zod'
import { csvFile, postalAddress } from '#modules/organizers/organizing/contract.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { frequencies } from '#modules/recurring/plans/rules/plan.ts'
import { subscriptionStates } from '#modules/recurring/plans/rules/states.ts'
import { endpoint } from '#shared/endpoint.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { donation, savedFilters } from './contract.ts'
import { segments } from './rules/segments.ts'

const organizationId = numericId
const minor = z.number().int()
const count = z.number().int()
const notFound = ['charity-not-found', 'not-allowed'] as const
const cursor = z.string().max(60).optional()
const limit = z.coerce.number().int().min(1).max(100).default(25)
const done = z.object({ done: z.literal(true) })
const charity = z.object({ id: z.string(), name: z.string() })
const totals = z.array(z.object({ amount: minor, currency }))
/** Any named donation of the donor to the charity. */
const donationId = uuid
const tagName = z.string().max(120)

const filters = {
  search: z.string().trim().max(80).optional(),
  segment: z.enum(segments).optional(),
  tag: tagName.optional(),
}

export const donor = z.object({
  id: z.string().describe('The id of the first donation, by which the donor is addressed.'),
  name: z.string().nullable().describe('The public name of the newest donation.'),
  place: z.string().nullable(),
  email: z.string().nullable().describe('Present only if a giving level required it.'),
  phone: z.string().nullable().describe('Present only if a plan of a fundraiser asked for it.'),
  /** Present only if the donor agreed to share it. */
  address: postalAddress.nullable(),
  /** Without fully refunded ones. */
  donations: count,
  /** By currency, after refunds. */
  totals,
  firstOn: z.string().describe('The day of the first donation, in the charity’s time zone.'),
  lastOn: z.string(),
  hasPlan: z.boolean().describe('Whether a plan of the charity’s fundraisers is active.'),
  segments: z.array(z.enum(segments)),
  tags: z.array(z.string()),
})
z.globalRegistry.add(donor, {
  id: 'CharityDonor',
  description: 'A donor of a charity as its team sees them, without anonymous donations. Amounts are in minor units.',
})
export type CharityDonorView = z.output<typeof donor>

export const plan = z.object({
  id: z.string(),
  state: z.enum(subscriptionStates),
  reason: z.string().nullable().describe('Why it is paused or over; null if it is active.'),
  frequency: z.enum(frequencies),
  gift: minor.nullable().describe('The amount of each donation, without tip.'),
  currency,
  fundraiser: z.object({ id: z.string(), name: z.string() }),
  startedOn: z.string(),
  endedOn: z.string().nullable(),
  nextOn: z.string().nullable(),
  /** Failures since the last paid donation. */
  failures: count,
  /** Donations that couldn’t be collected. */
  failed: count,
  paid: count,
  donationId: z.string().nullable().describe('The newest donation; null if it is anonymous or there is none.'),
  name: z
    .string()
    .nullable()
    .describe('The donor’s public name; null for an anonymous donor, and before the first donation.'),
  mails: z
    .array(z.object({ kind: z.string().nullable(), sentOn: z.string() }))
    .describe('The newest mails about it. `kind` is null once a mail was deleted.'),
})
z.globalRegistry.add(plan, {
  id: 'CharityDonorPlan',
  description: 'A donor’s plan as the charity’s team sees it. Amounts are in minor units.',
})
export type CharityPlanView = z.output<typeof plan>

/** Calls of a charity’s team about its donors and their plans. */
export const charityDonorsContract = {
  'GET /v4/organizations/:organizationId/donors': endpoint({
    access: 'signed-in',
    scope: 'donors:read',
    summary: 'List donors of a charity',
    description:
      'Returns the donors of a charity that match the filters, one for each person, most recent first, in minor units. Anonymous donations belong to no donor; their sums are with the first page. A search finds names and visible email addresses. Requires an owner, admin, finance or support member.',
    input: z.object({ organizationId, ...filters, before: cursor, limit }),
    output: z.object({
      charity,
      canExport: z.boolean(),
      tags: z.array(z.string()).describe('All tags that the charity uses.'),
      savedFilters,
      donors: z.array(donor),
      anonymous: z.object({ donations: count, totals }).nullable().describe('Null on later pages and with filters.'),
      next: z.string().nullable(),
    }),
    refuses: notFound,
  }),
  'POST /v4/organizations/:organizationId/donors/export': endpoint({
    access: 'signed-in',
    summary: 'Export donors of a charity',
    description:
      'Returns the donors that match the filters as a CSV file, writes an audit entry and mails the charity’s owners. Requires an owner, admin or finance member and a recent proof of identity.',
    input: z.object({ organizationId, ...filters }),
    sends: ['text/csv'],
    output: csvFile,
    refuses: [...notFound, 'ownership-change-pending', 'reauthentication-required'],
    perMinute: 10,
  }),
  'GET /v4/organizations/:organizationId/donors/:donationId': endpoint({
    access: 'signed-in',
    scope: 'donors:read',
    summary: 'Get a donor of a charity',
    description:
      'Returns the donor of a donation to the charity with up to 100 donations, plans, notes and tags, in minor units. Not found for an anonymous donation. Requires an owner, admin, finance or support member.',
    input: z.object({ organizationId, donationId }),
    output: z.object({
      charity,
      donor,
      history: z.array(donation),
      plans: z.array(plan),
      notes: z.array(
        z.object({ id: z.string(), text: z.string(), author: z.string().nullable(), writtenOn: z.string() }),
      ),
    }),
    refuses: [...notFound, 'not-found'],
  }),
  'POST /v4/organizations/:organizationId/donors/:donationId/notes': endpoint({
    access: 'signed-in',
    summary: 'Add a note about a donor',
    description:
      'Adds a note for the team, which is in the donor’s data export and erased with the donor. Requires an owner, admin, finance or support member.',
    input: z.object({ organizationId, donationId, text: z.string().max(8000) }),
    output: done,
    refuses: [...notFound, 'not-found', 'charity-closed'],
    perMinute: 60,
  }),
  'DELETE /v4/organizations/:organizationId/donors/:donationId/notes/:noteId': endpoint({
    access: 'signed-in',
    summary: 'Delete a note about a donor',
    description: 'Deletes a note of the team. Requires an owner, admin, finance or support member.',
    input: z.object({ organizationId, donationId, noteId: uuid }),
    output: done,
    refuses: [...notFound, 'not-found', 'charity-closed'],
  }),
  'POST /v4/organizations/:organizationId/donors/:donationId/tags': endpoint({
    access: 'signed-in',
    summary: 'Add a tag to a donor',
    description:
      'Adds a tag, which is in the donor’s data export and erased with the donor; adding it again changes nothing. Requires an owner, admin, finance or support member.',
    input: z.object({ organizationId, donationId, name: tagName }),
    output: done,
    refuses: [...notFound, 'not-found', 'charity-closed'],
    perMinute: 60,
  }),
  'DELETE /v4/organizations/:organizationId/donors/:donationId/tags': endpoint({
    access: 'signed-in',
    summary: 'Remove a tag from a donor',
    description:
      'Removes a tag; removing it again changes nothing. Requires an owner, admin, finance or support member.',
    input: z.object({ organizationId, donationId, name: tagName }),
    output: done,
    refuses: [...notFound, 'not-found', 'charity-closed'],
  }),
  'GET /v4/organizations/:organizationId/donor-plans': endpoint({
    access: 'signed-in',
    scope: 'plans:read',
    summary: 'List plans of a charity’s donors',
    description:
      'Returns the plans that the charity’s fundraisers offer and donors started, newest first, in minor units, with the newest mails about each. Requires an owner, admin, finance or support member.',
    input: z.object({
      organizationId,
      state: z.enum(subscriptionStates).optional(),
      failing: z.enum(['yes']).optional(),
      before: cursor,
      limit,
    }),
    output: z.object({ charity, canCancel: z.boolean(), plans: z.array(plan), next: z.string().nullable() }),
    refuses: notFound,
  }),
  'POST /v4/organizations/:organizationId/donor-plans/:planId/cancellation': endpoint({
    access: 'signed-in',
    summary: 'Cancel a donor’s plan',
    description:
      'Cancels a plan of one of the charity’s fundraisers permanently and mails the reason to its donor. A donation that is being charged now still goes through. Requires an owner, admin or finance member.',
    input: z.object({ organizationId, planId: uuid, reason: z.string().max(2000) }),
    output: done,
    refuses: [...notFound, 'not-found', 'charity-closed', 'subscription-over'],
    perMinute: 30,
  }),
}
