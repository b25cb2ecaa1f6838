import { z } from 'zod'
import { minorUnits } from '#shared/wire/codecs.ts'
import { uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { markingRefusals } from './rules/marking.ts'

const donationId = uuid
const marking = z.object({
  isZakat: z.boolean(),
  /** The part that counts or would count as zakat; minor units. */
  zakatEligible: minorUnits,
  currency,
})

export const zakatMarkingContract = {
  'GET /v4/account/donations/:donationId/zakat': endpoint({
    access: 'signed-in',
    summary: 'Check whether a donation can be counted as zakat',
    description:
      'Returns whether a donation of the signed-in account counts or can count as zakat, its zakat amount in minor units, or the reason why it can’t count.',
    input: z.object({ donationId }),
    output: marking.extend({ canMark: z.boolean(), reason: z.enum(markingRefusals).nullable() }),
    refuses: ['not-found'],
  }),
  'POST /v4/account/donations/:donationId/zakat': endpoint({
    access: 'signed-in',
    summary: 'Count an earlier donation as zakat',
    description:
      'Counts a donation of the signed-in account as zakat. Its money must still be on the platform, nothing may be refunded, and its fundraiser must be verified for zakat. A repeated request returns the same response. Issued receipts don’t change. Amounts are in minor units.',
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
