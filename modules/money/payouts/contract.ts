import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { endpoint } from '#shared/endpoint.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { overviewView, payoutView, publicTotalsView, statementView } from './contract-views.ts'
import { payoutStates } from './rules/states.ts'

const organizationId = numericId
const ofCharity = ['charity-not-found', 'payouts-unavailable'] as const

const trail = z.object({
  donationId: z.string(),
  currency,
  charity: z.string(),
  campaign: z.string(),
  givenOn: z.string(),
  gift: minorUnits.describe('What the donor gave, and what of it counts as zakat.'),
  zakat: minorUnits,
  coveredFee: minorUnits,
  processingFee: minorUnits.describe('The provider’s fee of this donation, and who bears it.'),
  feeBearer: z.enum(['donor', 'charity', 'platform']),
  heldUntil: instant.nullable().describe('Until when the money is held; null: it isn’t, or has no known end.'),
  isHeld: z.boolean(),
  /** Payouts with the donation's money or its refunds, oldest first; without those that were cancelled. */
  payouts: z.array(
    z.object({
      reference: z.string(),
      state: z.enum(payoutStates),
      amount: minorUnits,
      draftedOn: z.string(),
      sentOn: z.string().nullable(),
      paidOn: z.string().nullable(),
    }),
  ),
  returned: minorUnits.describe('The refunded amount.'),
})
z.globalRegistry.add(trail, {
  id: 'DonationTrail',
  description: 'What happened to the money of a donation, in minor units; without data of other donors.',
})

/** Calls of charities about their payouts, of donors about the money of a donation, and of visitors about totals. */
export const payoutsContract = {
  'GET /v4/organizations/:organizationId/payouts': endpoint({
    access: 'signed-in',
    scope: 'payouts:read',
    summary: 'Get the payouts of a charity',
    description:
      'Returns the charity’s money by currency and its payouts, newest first, in minor units. Requires an owner, admin or finance member.',
    input: z.object({
      organizationId,
      limit: z.coerce.number().int().min(1).max(100).default(50),
      before: z.string().max(20).regex(/^\d*$/).default(''),
    }),
    output: z.object({
      charity: z.object({ id: z.string(), name: z.string() }),
      currencies: z.array(overviewView),
      payouts: z.array(payoutView),
      next: z.string().nullable(),
    }),
    refuses: ofCharity,
  }),
  'POST /v4/organizations/:organizationId/payouts': endpoint({
    access: 'signed-in',
    summary: 'Request a payout',
    description:
      'Drafts a payout of everything that is free now in a currency; staff approve it. Requires an owner, admin or finance member and a recent proof of identity.',
    perMinute: 10,
    input: z.object({ organizationId, currency }),
    output: payoutView,
    refuses: [
      ...ofCharity,
      'reauthentication-required',
      'factor-removed-lately',
      'ownership-change-pending',
      'payout-in-preparation',
      'payout-opening-missing',
      'payout-charity-hold',
      'payout-nothing-to-pay',
    ],
  }),
  'GET /v4/organizations/:organizationId/payouts/:payoutId': endpoint({
    access: 'signed-in',
    scope: 'payouts:read',
    summary: 'Get a payout’s statement',
    description:
      'Returns a payout of the charity with its statement, in minor units. Requires an owner, admin or finance member.',
    input: z.object({ organizationId, payoutId: uuid }),
    output: statementView,
    refuses: [...ofCharity, 'payout-not-found'],
  }),
  'GET /v4/organizations/:organizationId/payouts/:payoutId/statement': endpoint({
    access: 'signed-in',
    scope: 'payouts:read',
    summary: 'Download a payout’s statement',
    description: 'Returns the whole statement of a payout as CSV or PDF. Requires an owner, admin or finance member.',
    perMinute: 30,
    input: z.object({ organizationId, payoutId: uuid, format: z.enum(['csv', 'pdf']).default('csv') }),
    output: z.object({}),
    sends: ['text/csv', 'application/pdf'],
    refuses: [...ofCharity, 'payout-not-found'],
  }),
  'GET /v4/account/donations/:donationId/trail': endpoint({
    access: 'signed-in',
    summary: 'Get the trail of a donation',
    description:
      'Returns what happened to the money of a donation of the signed-in account: fee, holds, payouts and refunds; in minor units.',
    input: z.object({ donationId: uuid }),
    output: trail,
    refuses: ['not-found'],
  }),
  'GET /v4/receipts/:receiptId/trails': endpoint({
    access: 'anyone',
    summary: 'Get the trails of a receipt',
    description:
      'Returns what happened to the money of each donation of a receipt, in minor units. Requires the donor’s session, a guest’s token, or the token of the donation or the receipt.',
    perMinute: 60,
    input: z.object({ receiptId: uuid, token: z.string().max(400).optional() }),
    output: z.object({ trails: z.array(trail) }),
    refuses: ['not-found'],
  }),
  'GET /v4/campaigns/:campaignId/payout-totals': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Get what a campaign received and paid out',
    description:
      'Returns what a public campaign and the pages below it received and what was paid out to the charity, in minor units, at most a minute old.',
    input: z.object({ campaignId: numericId }),
    output: publicTotalsView,
    refuses: ['campaign-not-found'],
  }),
  'GET /v4/organizations/by-subdomain/:subdomain/payout-totals': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Get what a charity received and was paid out',
    description:
      'Returns what all campaigns of a public charity received and what was paid out to it, in minor units, at most a minute old.',
    input: z.object({ subdomain: z.string().max(200) }),
    output: publicTotalsView,
    refuses: ['charity-not-found'],
  }),
}
export type TrailView = z.output<typeof trail>
