import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { claimRefusals } from './rules/claimable.ts'
import { claimStates } from './rules/claim-states.ts'
import { rowFaults } from './rules/hmrc-row.ts'

export const claimView = z.object({
  id: z.string(),
  /** Counts up over all charities. */
  number: z.string(),
  state: z.enum(claimStates),
  draftedAt: instant,
  submittedOn: z.string().nullable(),
  /** HMRC's reference of the submission. */
  reference: z.string(),
  paidOn: z.string().nullable(),
  /** What HMRC paid; null: not yet. */
  paidAmount: minorUnits.nullable(),
  /** A code, for a cancelled claim. */
  cancelReason: z.string(),
  rows: z.number().int(),
  rejected: z.number().int(),
  gifts: minorUnits,
  /** The tax of the gifts, what earlier claims return, and the rest. */
  tax: minorUnits,
  adjustment: minorUnits,
  net: minorUnits,
})
z.globalRegistry.add(claimView, { id: 'GiftAidClaim', description: 'A charity’s Gift Aid claim; amounts in pence.' })

const donor = z.object({
  firstName: z.string(),
  lastName: z.string(),
  house: z.string(),
  postcode: z.string(),
  country: z.string(),
})

export const claimDetailView = z.object({
  claim: claimView,
  charity: z.object({ id: z.string(), name: z.string() }),
  /** CSV files for HMRC’s spreadsheet. */
  files: z.number().int(),
  rowsPerFile: z.number().int(),
  rowCount: z.number().int(),
  /** The first rows; the files have all of them. */
  rows: z.array(
    z.object({
      donationId: z.string(),
      reference: z.string(),
      campaign: z.string(),
      givenOn: z.string(),
      amount: minorUnits,
      /** Null: deleted after the years for which claims are kept. */
      donor: donor.nullable(),
      /** Why HMRC rejected the row; null: it didn’t. */
      rejectReason: z.string().nullable(),
    }),
  ),
  /** Gifts of earlier claims that were returned since. */
  adjustments: z.array(
    z.object({ reference: z.string(), claimNumber: z.string(), givenOn: z.string(), returned: minorUnits }),
  ),
})
z.globalRegistry.add(claimDetailView, {
  id: 'GiftAidClaimDetail',
  description: 'A Gift Aid claim with donations, names and addresses, and its adjustments; amounts in pence.',
})

const refusal = z.enum(claimRefusals)

export const giftAidOverview = z.object({
  charity: z.object({ id: z.string(), name: z.string() }),
  /** Null: finance hasn’t said yet what was claimed before. */
  settings: z
    .object({
      hmrcReference: z.string(),
      /** Month and day: `04-05` is 5 April. */
      accountingYearEnd: z.string(),
      claimedUntil: z.string().nullable(),
      markedDonations: z.number().int(),
    })
    .nullable(),
  /** What a claim would have now. */
  claimable: z.object({ count: z.number().int(), gifts: minorUnits, tax: minorUnits }),
  /** What would be claimable if the charity had entered its settings. */
  afterSettings: z.object({ count: z.number().int(), tax: minorUnits }),
  /** Gifts of earlier claims that were returned since, and the tax to return. */
  adjustments: z.object({ count: z.number().int(), returned: minorUnits, tax: minorUnits }),
  /** Donations that can’t be claimed by their first reason. */
  refused: z.array(z.object({ reason: refusal, count: z.number().int() })),
  /** Claimable donations whose row HMRC would refuse, the first 100. */
  exceptions: z.array(
    z.object({
      donationId: z.string(),
      reference: z.string(),
      donor: z.string(),
      givenOn: z.string(),
      amount: minorUnits,
      faults: z.array(z.enum(rowFaults)),
      /** When the donor was asked for the missing data. */
      askedOn: z.string().nullable(),
      canAsk: z.boolean(),
    }),
  ),
  exceptionCount: z.number().int(),
  claims: z.array(claimView),
  /** The charity’s declarations: of one donation, in force for later ones (by form or account, and on paper), and ended. */
  declarations: z.object({
    oneDonation: z.number().int(),
    later: z.number().int(),
    paper: z.number().int(),
    ended: z.number().int(),
  }),
})
z.globalRegistry.add(giftAidOverview, {
  id: 'GiftAidClaimsOverview',
  description: 'What a charity can claim, why not for the rest, and its claims; amounts in pence.',
})

export const refusedDonations = z.object({
  donations: z.array(
    z.object({
      donationId: z.string(),
      reference: z.string(),
      campaign: z.string(),
      givenOn: z.string(),
      currency,
      /** The gift after refunds in minor units. */
      gift: minorUnits,
      reasons: z.array(refusal),
    }),
  ),
  count: z.number().int(),
})
z.globalRegistry.add(refusedDonations, {
  id: 'GiftAidRefusedDonations',
  description: 'Donations that a charity can’t claim for one reason, the newest first; amounts in minor units.',
})
