import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { markingRefusals } from './rules/marking.ts'

const donationId = z.string().max(64)
const marking = z.object({
  isZakat: z.boolean(),
  /** The amount that counts or would count as zakat, in minor units. */
  zakatEligible: z.number().int(),
  currency,
})

export const zakatMarkingContract = {
  'GET /v4/account/donations/:donationId/zakat': endpoint({
    access: 'signed-in',
    summary: 'Check whether a donation can be counted as zakat',
    description:
      'Returns whether a donation of the signed-in account is zakat or can be counted as zakat, what of it counts in minor units, and the reason if it cannot.',
    input: z.object({ donationId }),
    output: marking.extend({ canMark: z.boolean(), reason: z.enum(markingRefusals).nullable() }),
    refuses: ['not-found'],
  }),
  'POST /v4/account/donations/:donationId/zakat': endpoint({
    access: 'signed-in',
    summary: 'Count an earlier donation as zakat',
    description:
      'Counts a donation of the signed-in account as zakat, once, while its money is still on the platform, nothing of it was refunded and its fundraiser is verified for zakat. A repeated request returns the same. Receipts stay as they were issued. Amounts are in minor units.',
    input: z.object({ donationId }),
    output: marking,
    refuses: [
      'not-found',
      'zakat-mark-other-type',
      'zakat-mark-refunded',
      'zakat-mark-not-verified',
      'zakat-mark-paid-out',
      'zakat-mark-nothing-left',
    ],
    perMinute: 30,
  }),
}
