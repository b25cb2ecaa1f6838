import { z } from 'zod'
import { campaignKinds } from '#modules/causes/campaigns/rules/kinds.ts'
import { csvFile } from '#modules/organizers/organizing/contract.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { endpoint } from '#shared/endpoint.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { donationKinds, donationStates } from './rules/donation-filters.ts'

const organizationId = numericId
const minor = z.number().int()
const day = z.iso.date()
const notFound = ['charity-not-found', 'not-allowed'] as const
const cursor = z.string().max(60).optional()
/** At most as many as a page of the list has. */
const donationIds = z.array(uuid).min(1).max(100)
const outcome = z.object({ done: z.number().int(), skipped: z.number().int() })

/** Filters that the team saved: their part of the list’s address. */
export const savedFilters = z.array(z.object({ id: z.string(), name: z.string(), query: z.string() }))

const filters = {
  search: z.string().trim().max(80).optional(),
  state: z.enum(donationStates).optional(),
  kind: z.enum(donationKinds).optional(),
  from: day.optional().describe('The first day, in the charity’s time zone.'),
  to: day.optional().describe('The last day, in the charity’s time zone.'),
  fundraiser: numericId.optional().describe('The id of the fundraiser, page or general fund that received it.'),
  currency: currency.optional(),
  zakat: z.enum(['yes']).optional(),
  giftAid: z.enum(['yes']).optional(),
  thanked: z.enum(['no']).optional(),
  refundRequest: z.enum(['open']).optional().describe('Donations whose donor’s refund request is undecided.'),
}

export const donation = z.object({
  id: z.string(),
  day: z.string().describe('The day of the donation, in the charity’s time zone.'),
  kind: z.enum(donationKinds),
  state: z.enum(donationStates),
  gift: minor.describe('What the charity was given, without tip, in minor units.'),
  refunded: minor.describe('What of it was refunded, in minor units.'),
  currency,
  isAnonymous: z.boolean(),
  name: z.string().nullable().describe('Null for an anonymous donor, and for an offline donation without a name.'),
  email: z.string().nullable().describe('Present only if the giving level requires it.'),
  isZakat: z.boolean(),
  giftAid: z.boolean(),
  fundraiser: z.object({ id: z.string(), name: z.string(), kind: z.enum(campaignKinds) }),
  reference: z
    .string()
    .nullable()
    .describe('The reference that identifies it for the donor; null for an offline donation.'),
  receipt: z.string().nullable().describe('The number of its receipt; null without one.'),
  isThanked: z.boolean(),
  canBeThanked: z.boolean(),
  canGetReceipt: z.boolean().describe('Whether there is a valid receipt, and an address to send it to.'),
})
z.globalRegistry.add(donation, {
  id: 'CharityDonation',
  description: 'A donation to a charity as its team sees it. Amounts are in minor units.',
})
export type CharityDonationView = z.output<typeof donation>

/** Sums of the donations that match, in one currency. */
const totals = z.object({
  currency,
  donations: z.number().int().describe('How many were paid online, refunded ones included.'),
  gift: minor.describe('What they gave, without tips, in minor units.'),
  refunded: minor.describe('What of it was refunded, in minor units.'),
  offlineDonations: z.number().int().describe('How many offline donations count.'),
  offline: minor.describe('The sum of the offline donations that count, in minor units.'),
})

/** Calls of a charity’s team about the donations to all its fundraisers, pages and its general fund. */
export const charityDonationsContract = {
  'GET /v4/organizations/:organizationId/donations': endpoint({
    access: 'signed-in',
    scope: 'donations:read',
    summary: 'List donations to a charity',
    description:
      'Returns the donations to all fundraisers of a charity that match the filters, newest first, in minor units, with refunded and offline ones. A search finds a name, visible email address, amount, reference or receipt number, and no anonymous donor. Requires an owner, admin, finance or support member.',
    input: z.object({
      organizationId,
      ...filters,
      before: cursor.describe('`next` of the page before; absent for the newest donations.'),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    output: z.object({
      charity: z.object({ id: z.string(), name: z.string(), timeZone: z.string() }),
      canExport: z.boolean(),
      fundraisers: z.array(z.object({ id: z.string(), name: z.string(), currency })),
      savedFilters,
      donations: z.array(donation).describe('The newest first.'),
      totals: z
        .array(totals)
        .nullable()
        .describe('The sums of all that match, by currency; null on later pages and for more than 10,000 donations.'),
      next: z.string().nullable().describe('The value of `before` for the next page; null on the last one.'),
    }),
    refuses: notFound,
  }),
  'POST /v4/organizations/:organizationId/donations/export': endpoint({
    access: 'signed-in',
    summary: 'Export donations to a charity',
    description:
      'Returns the donations that match the filters as a CSV file, writes an audit entry and mails the charity’s owners. Requires an owner, admin or finance member and a recent proof of identity.',
    input: z.object({ organizationId, ...filters }),
    sends: ['text/csv'],
    output: csvFile,
    refuses: [...notFound, 'ownership-change-pending', 'reauthentication-required'],
    perMinute: 10,
  }),
  'POST /v4/organizations/:organizationId/donations/thanks': endpoint({
    access: 'signed-in',
    summary: 'Thank donors of a charity',
    description:
      'Mails a message to the donors of these donations, once for each donation, without showing their addresses. Skips donations whose donors can’t be thanked or were thanked before. Requires an owner, admin, finance or support member.',
    input: z.object({ organizationId, donationIds, message: z.string().max(4000) }),
    output: outcome,
    refuses: [...notFound, 'charity-closed'],
    perMinute: 20,
  }),
  'POST /v4/organizations/:organizationId/donations/receipts': endpoint({
    access: 'signed-in',
    summary: 'Send receipts of a charity again',
    description:
      'Mails the valid receipts of these donations to their donors again, each at most once a day (UTC). Skips donations without one. Requires an owner, admin, finance or support member.',
    input: z.object({ organizationId, donationIds }),
    output: outcome,
    refuses: [...notFound, 'charity-closed'],
    perMinute: 20,
  }),
}
