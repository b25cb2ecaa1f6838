import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { claimDetailView, claimView, giftAidOverview, refusedDonations } from './contract-claim-views.ts'
import { claimRefusals } from './rules/claimable.ts'

const organizationId = numericId
const claimId = uuid
const ofCharity = ['charity-not-found', 'not-allowed'] as const
const ofChange = [...ofCharity, 'reauthentication-required'] as const
const ofClaim = [...ofChange, 'gift-aid-claim-not-found', 'gift-aid-claim-decided'] as const
const changed = z.object({ state: claimView.shape.state })
const member = 'Requires an owner or finance member'

/** Calls of charities about their Gift Aid claims. */
export const giftAidClaimsContract = {
  'GET /v4/organizations/:organizationId/gift-aid': endpoint({
    access: 'signed-in',
    summary: 'Get what a charity can claim',
    description: `Returns what the charity can claim as Gift Aid now, why not for the rest, and its claims, in pence. The opening is in the audit log. ${member}.`,
    input: z.object({ organizationId }),
    output: giftAidOverview,
    refuses: ofCharity,
  }),
  'GET /v4/organizations/:organizationId/gift-aid/refused': endpoint({
    access: 'signed-in',
    summary: 'List donations that can’t be claimed',
    description: `Returns the donations that can’t be claimed for one reason, newest first, at most 200; amounts in minor units. ${member}.`,
    input: z.object({ organizationId, reason: z.enum(claimRefusals).default('not-covered') }),
    output: refusedDonations,
    refuses: ofCharity,
  }),
  'PATCH /v4/organizations/:organizationId/gift-aid': endpoint({
    access: 'signed-in',
    summary: 'Change a charity’s Gift Aid settings',
    description: `Saves the HMRC reference, the end of the accounting year, and what the charity claimed outside this site: nothing, up to a day, or single donations. ${member} and a recent proof of identity.`,
    perMinute: 20,
    input: z.object({
      organizationId,
      hmrcReference: z.string().max(40),
      accountingYearEnd: z.string().max(10),
      claimedBefore: z.enum(['nothing', 'until', 'donations']),
      claimedUntil: z.string().max(20).default(''),
      references: z.string().max(50_000).default(''),
    }),
    output: z.object({}),
    refuses: ofChange,
  }),
  'POST /v4/organizations/:organizationId/gift-aid/claims': endpoint({
    access: 'signed-in',
    summary: 'Draft a Gift Aid claim',
    description: `Freezes everything that is claimable now as a draft, with the adjustments of earlier claims. ${member} and a recent proof of identity.`,
    perMinute: 10,
    input: z.object({ organizationId }),
    output: z.object({ id: z.string() }),
    refuses: [...ofChange, 'gift-aid-not-set-up', 'gift-aid-draft-exists', 'gift-aid-nothing-to-claim'],
  }),
  'GET /v4/organizations/:organizationId/gift-aid/claims/:claimId': endpoint({
    access: 'signed-in',
    summary: 'Get a Gift Aid claim',
    description: `Returns a claim with its donations, names and addresses, in pence. The opening is in the audit log. ${member}.`,
    input: z.object({ organizationId, claimId }),
    output: claimDetailView,
    refuses: [...ofCharity, 'gift-aid-claim-not-found'],
  }),
  'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/files/:part': endpoint({
    access: 'signed-in',
    summary: 'Download a file of a Gift Aid claim',
    description: `Returns one of the claim’s CSV files with HMRC’s nine columns, at most 1,000 rows each. The download is in the audit log. ${member} and a recent proof of identity.`,
    perMinute: 30,
    input: z.object({ organizationId, claimId, part: z.coerce.number().int().min(1).max(10_000) }),
    output: z.object({ filename: z.string(), csv: z.string() }),
    sends: ['text/csv'],
    refuses: [...ofChange, 'gift-aid-claim-not-found'],
  }),
  'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/submission': endpoint({
    access: 'signed-in',
    summary: 'Record the submission of a Gift Aid claim',
    description: `Checks each donation again, and records the day and HMRC’s reference of the submission; a draft that doesn’t hold any more is cancelled instead. ${member} and a recent proof of identity.`,
    perMinute: 20,
    input: z.object({ organizationId, claimId, submittedOn: z.string().max(20), reference: z.string().max(40) }),
    output: changed,
    refuses: ofClaim,
  }),
  'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/payment': endpoint({
    access: 'signed-in',
    summary: 'Record the payment of a Gift Aid claim',
    description: `Records what HMRC paid, as a decimal number of pounds, and when. ${member} and a recent proof of identity.`,
    perMinute: 20,
    input: z.object({ organizationId, claimId, paidOn: z.string().max(20), amount: z.string().max(20) }),
    output: changed,
    refuses: ofClaim,
  }),
  'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/cancellation': endpoint({
    access: 'signed-in',
    summary: 'Cancel a Gift Aid claim',
    description: `Cancels a draft, or a submitted claim that HMRC rejected as a whole; its donations can be claimed again. ${member} and a recent proof of identity.`,
    perMinute: 20,
    input: z.object({ organizationId, claimId }),
    output: changed,
    refuses: [...ofClaim, 'gift-aid-claim-adjusted'],
  }),
  'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/rejections': endpoint({
    access: 'signed-in',
    summary: 'Record a rejected row of a Gift Aid claim',
    description: `Records that HMRC rejected a donation of a submitted claim, and why; it can be claimed again. ${member} and a recent proof of identity.`,
    perMinute: 60,
    input: z.object({ organizationId, claimId, donationId: uuid, reason: z.string().max(200) }),
    output: changed,
    refuses: [...ofClaim, 'gift-aid-claim-adjusted'],
  }),
  'POST /v4/organizations/:organizationId/gift-aid/detail-requests': endpoint({
    access: 'signed-in',
    summary: 'Ask donors for missing Gift Aid details',
    description: `Mails the donors of claimable donations whose name or address HMRC would refuse, with a link to correct them, once in 14 days for each donor. ${member}.`,
    perMinute: 10,
    input: z.object({ organizationId, donationIds: z.array(uuid).min(1).max(100) }),
    output: z.object({ asked: z.number().int(), skipped: z.number().int() }),
    refuses: ofCharity,
  }),
}
