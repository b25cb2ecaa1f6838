import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { payoutView } from '#modules/money/payouts/contract-views.ts'
import { refundStates } from '#modules/money/refunds/rules/states.ts'
import { donation } from '#modules/organizers/charity-donors/contract.ts'
import { donor, plan } from '#modules/organizers/charity-donors/contract-donors.ts'
import { hostedPageStates } from '#modules/organizers/hosted-pages/rules/page-states.ts'
import { offlineMethods, offlineStates } from '#modules/organizers/organizing/rules/offline.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { paymentStatuses } from '#modules/recurring/plans/rules/states.ts'
import { endpoint } from '#shared/endpoint.ts'
import { numericId } from '#shared/id-schemas.ts'
import { readPosition } from './rules/feed-position.ts'

const refuses = ['charity-not-found', 'not-allowed'] as const

const input = z.object({
  organizationId: numericId,
  updated_since: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()])
    .optional()
    .describe('Only records that changed at this instant or later; a day begins at midnight UTC.'),
  after: z
    .string()
    .max(70)
    .refine((text) => readPosition(text) !== undefined)
    .optional()
    .describe('`next` of the page before; absent for the first page.'),
  limit: z.coerce.number().int().min(1).max(100).default(100),
})

const pageOf = <Shape extends z.ZodRawShape>(record: z.ZodObject<Shape>) =>
  z.object({
    items: z.array(z.object({ ...record.shape, updatedAt: instant })).describe('The earliest change first.'),
    next: z.string().nullable().describe('The value of `after` for the next page; null on the last one.'),
  })

/** Without segments, which change as time passes. */
const donorRecord = donor.omit({ segments: true, hasPlan: true })
const planRecord = plan.omit({ mails: true })

const occurrence = z.object({
  id: z.string().describe('The plan and the number.'),
  planId: z.string(),
  number: z.number().int(),
  on: z.string(),
  status: z.enum(paymentStatuses),
  skipReason: z.string().nullable().describe('Why it was skipped.'),
  gift: minorUnits.describe('Without tip.'),
  currency,
  donationId: z.string().nullable(),
})

const refund = z.object({
  id: z.string(),
  state: z.enum(refundStates),
  isDispute: z.boolean().describe('Whether the donor’s bank started it.'),
  gift: minorUnits.describe('The sum of the charity’s donations in it.'),
  currency,
  donations: z.array(z.object({ id: z.string(), gift: minorUnits })),
  createdAt: instant,
  settledAt: instant.nullable(),
})

const receipt = z.object({
  id: z.string(),
  number: z.string(),
  kind: z.enum(['official', 'plain']),
  revision: z.number().int(),
  taxYear: z.number().int(),
  donationIds: z.array(z.string()),
  issuedAt: instant,
  voidedAt: instant.nullable(),
})

const page = z.object({
  id: z.string(),
  fundraiserId: z.string().describe('The id of its campaign, which donations name.'),
  slug: z.string(),
  name: z.string(),
  state: z.enum(hostedPageStates),
  goal: minorUnits.nullable(),
  currency,
  endsAt: instant.nullable(),
  publishedAt: instant.nullable(),
})

const offlineDonation = z.object({
  id: z.string(),
  fundraiserId: z.string(),
  amount: minorUnits,
  currency,
  receivedOn: z.string(),
  donorName: z.string().nullable().describe('Null for an anonymous donor.'),
  method: z.enum(offlineMethods),
  state: z.enum(offlineStates),
  reason: z.string().nullable().describe('Why it was withdrawn.'),
})

/** Calls that list a charity's records by their last change, for programs that copy them (contract-17). */
export const changeFeedContract = {
  'GET /v4/organizations/:organizationId/changes/donations': endpoint({
    access: 'signed-in',
    scope: 'donations:read',
    summary: 'List changed donations',
    description:
      'Returns the charity’s donations by the time of their last change, in minor units, with refunded ones and without offline ones. Requires an owner, admin, finance or support member.',
    input,
    output: pageOf(donation),
    refuses,
  }),
  'GET /v4/organizations/:organizationId/changes/donors': endpoint({
    access: 'signed-in',
    scope: 'donors:read',
    summary: 'List changed donors',
    description:
      'Returns the charity’s donors by the time of the last change of their donations, in minor units. Anonymous donations belong to no donor. Requires an owner, admin, finance or support member.',
    input,
    output: pageOf(donorRecord),
    refuses,
  }),
  'GET /v4/organizations/:organizationId/changes/plans': endpoint({
    access: 'signed-in',
    scope: 'plans:read',
    summary: 'List changed plans',
    description:
      'Returns the plans that the charity’s fundraisers offer and donors started, by the time of their last change, in minor units. Requires an owner, admin, finance or support member.',
    input,
    output: pageOf(planRecord),
    refuses,
  }),
  'GET /v4/organizations/:organizationId/changes/occurrences': endpoint({
    access: 'signed-in',
    scope: 'plans:read',
    summary: 'List changed occurrences',
    description:
      'Returns the planned, collected and failed donations of the charity’s plans by the time of their last change, in minor units. Requires an owner, admin, finance or support member.',
    input,
    output: pageOf(occurrence),
    refuses,
  }),
  'GET /v4/organizations/:organizationId/changes/refunds': endpoint({
    access: 'signed-in',
    scope: 'donations:read',
    summary: 'List changed refunds',
    description:
      'Returns the refunds and disputes of donations to the charity by the time of their last change, with the charity’s part in minor units. Requires an owner, admin, finance or support member.',
    input,
    output: pageOf(refund),
    refuses,
  }),
  'GET /v4/organizations/:organizationId/changes/receipts': endpoint({
    access: 'signed-in',
    scope: 'donations:read',
    summary: 'List changed receipts',
    description:
      'Returns the receipts that the charity issued by the time of their last change, with the ids of their donations. Requires an owner, admin, finance or support member.',
    input,
    output: pageOf(receipt),
    refuses,
  }),
  'GET /v4/organizations/:organizationId/changes/payouts': endpoint({
    access: 'signed-in',
    scope: 'payouts:read',
    summary: 'List changed payouts',
    description:
      'Returns the charity’s payouts by the time of their last change, in minor units. Requires an owner, admin or finance member.',
    input,
    output: pageOf(payoutView),
    refuses,
  }),
  'GET /v4/organizations/:organizationId/changes/pages': endpoint({
    access: 'signed-in',
    scope: 'pages:read',
    summary: 'List changed pages',
    description:
      'Returns the charity’s hosted pages by the time of their last change, with goals in minor units; a deleted draft is absent. Requires a member of the charity.',
    input,
    output: pageOf(page),
    refuses,
  }),
  'GET /v4/organizations/:organizationId/changes/offline-donations': endpoint({
    access: 'signed-in',
    scope: 'offline-donations:read',
    summary: 'List changed offline donations',
    description:
      'Returns the donations that the charity received outside the platform by the time of their last change, in minor units. Requires an owner, admin or finance member.',
    input,
    output: pageOf(offlineDonation),
    refuses,
  }),
}
