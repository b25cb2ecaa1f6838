import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { zakatCategories } from '#modules/causes/campaigns/rules/zakat.ts'
import { uploadLimits } from '#modules/platform/media/rules/limits.ts'
import { facesOptions } from './rules/distribution/check-distribution.ts'

const campaignId = numericId
const anyId = uuid
const day = z.iso.date()
const done = z.object({ done: z.literal(true) })
/** Base64 of the largest file. */
const fileCharacters = Math.ceil(uploadLimits.bytes / 3) * 4

const totals = {
  currency,
  received: minorUnits,
  paid: minorUnits,
  distributed: minorUnits,
  outstanding: minorUnits,
}
const file = z.object({
  id: z.string(),
  kind: z.enum(['webp', 'pdf']),
  bytes: z.number().int(),
  faces: z.enum(facesOptions),
  description: z.string(),
})
const distribution = z.object({
  id: z.string(),
  currency,
  amount: minorUnits,
  distributedOn: day,
  country: z.string(),
  category: z.enum(zakatCategories),
  people: z.number().int(),
  description: z.string(),
  state: z.enum(['submitted', 'approved', 'rejected']),
  reportedAt: instant,
  reviewReason: z.string().nullable(),
  files: z.array(file),
})
z.globalRegistry.add(distribution, {
  id: 'ZakatDistribution',
  description: 'A charity’s report of distributed zakat, in minor units, with its evidence.',
})
/** A part of a donation's zakat that the charity distributed. */
const part = z.object({
  amount: minorUnits,
  distributedOn: day,
  country: z.string(),
  category: z.enum(zakatCategories),
})
const campaignName = z.object({ slug: z.string(), name: z.string(), language: z.string() })
z.globalRegistry.add(campaignName, { id: 'CampaignName', description: 'The slug and the name of a campaign.' })

export const distributionContract = {
  'GET /v4/campaigns/:campaignId/zakat-totals': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Get zakat totals',
    description:
      'Returns the zakat that a campaign received, distributed and still holds, by currency, and the distributed zakat by recipient category, in minor units. Anyone may call it.',
    input: z.object({ campaignId }),
    output: z.object({
      totals: z.array(
        z.object({
          currency,
          received: minorUnits,
          distributed: minorUnits,
          outstanding: minorUnits,
          categories: z.array(
            z.object({ category: z.enum(zakatCategories), amount: minorUnits, people: z.number().int() }),
          ),
        }),
      ),
    }),
    refuses: ['campaign-not-found'],
  }),
  'GET /v4/campaigns/:campaignId/zakat-distributions': endpoint({
    access: 'signed-in',
    act: 'offline',
    summary: 'List zakat distributions',
    description:
      'Returns the distribution reports of a campaign, newest first, and its totals in minor units. Requires an account that manages the campaign’s money.',
    input: z.object({ campaignId }),
    output: z.object({
      distributions: z.array(distribution),
      totals: z.array(z.object({ ...totals, late: minorUnits })),
    }),
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/zakat-distributions': endpoint({
    access: 'signed-in',
    summary: 'Report distributed zakat',
    description:
      'Reports zakat that was given to recipients, for review by staff. `amount` is in major units, as typed. Requires an account that manages the campaign’s money.',
    input: z.object({
      campaignId,
      amount: z.string().max(60).default(''),
      currency: z.string().max(10).default(''),
      distributedOn: z.string().max(20).default(''),
      country: z.string().max(2).default(''),
      category: z.string().max(20).default(''),
      people: z.string().max(20).default(''),
      description: z.string().max(4000).default(''),
    }),
    output: z.object({ id: z.string() }),
    refuses: ['campaign-not-found'],
    perMinute: 20,
  }),
  'DELETE /v4/campaigns/:campaignId/zakat-distributions/:distributionId': endpoint({
    access: 'signed-in',
    summary: 'Withdraw a zakat distribution',
    description:
      'Deletes a report that hasn’t been reviewed, with its files. Requires an account that manages the campaign’s money.',
    input: z.object({ campaignId, distributionId: anyId }),
    output: done,
    refuses: ['campaign-not-found', 'distribution-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/zakat-distributions/:distributionId/files': endpoint({
    access: 'signed-in',
    summary: 'Add distribution evidence',
    description:
      'Adds a PDF or picture in base64 to a report that awaits review, at most five files of 10 MB. `faces` states whether recognizable people agreed, are hidden or aren’t shown. Requires an account that manages the campaign’s money.',
    input: z.object({
      campaignId,
      distributionId: anyId,
      file: z.string().max(fileCharacters).default(''),
      faces: z.enum(facesOptions).optional(),
      description: z.string().max(2000).default(''),
    }),
    output: z.object({ id: z.string() }),
    refuses: [
      'campaign-not-found',
      'file-missing',
      'file-not-readable',
      'pdf-encrypted',
      'pdf-not-readable',
      'file-too-large',
      'faces-unconfirmed',
      'evidence-undescribed',
      'distribution-closed',
    ],
    perMinute: 30,
    bytesMax: fileCharacters + 16 * 1024,
  }),
  'GET /v4/campaigns/:campaignId/zakat-distribution-files/:fileId': endpoint({
    access: 'signed-in',
    summary: 'Download distribution evidence',
    description: 'Returns a file of a report. Requires an account that manages the campaign’s money.',
    input: z.object({ campaignId, fileId: anyId }),
    sends: ['image/webp', 'application/pdf'],
    output: z.object({}),
    refuses: ['campaign-not-found', 'evidence-not-found'],
  }),
  'GET /v4/account/donations/:donationId/zakat-distribution': endpoint({
    access: 'signed-in',
    summary: 'Get the distribution of a zakat donation',
    description:
      'Returns how much of the zakat of a donation of the signed-in account was paid to the charity and distributed, first in, first out, in minor units.',
    input: z.object({ donationId: anyId }),
    output: z.object({
      currency,
      received: minorUnits,
      paid: minorUnits,
      distributed: minorUnits,
      late: minorUnits,
      status: z.enum(['refunded', 'received', 'paid', 'distributed']),
      receivedOn: day,
      lateFrom: day,
      parts: z.array(part),
      request: z.object({ requestedAt: instant, answer: z.string().nullable() }).nullable(),
    }),
    refuses: ['not-found'],
  }),
  'GET /v4/receipts/:receiptId/zakat-distributions': endpoint({
    access: 'anyone',
    summary: 'Get the zakat distributions of a receipt',
    description:
      'Returns the distributions of the zakat of each zakat donation of a receipt, first in, first out, in minor units. Requires the donor’s session, a guest’s token, or the token of the donation or the receipt.',
    perMinute: 60,
    input: z.object({ receiptId: anyId, token: z.string().max(400).optional() }),
    output: z.object({ donations: z.array(z.object({ donationId: z.string(), parts: z.array(part) })) }),
    refuses: ['not-found'],
  }),
  'POST /v4/account/donations/:donationId/zakat-reassignment': endpoint({
    access: 'signed-in',
    summary: 'Request reassignment of late zakat',
    description:
      'Asks staff to reassign the zakat of a donation of the signed-in account that wasn’t distributed within twelve Hijri months.',
    input: z.object({ donationId: anyId, note: z.string().max(4000).default('') }),
    output: done,
    refuses: ['not-found', 'zakat-not-late'],
    perMinute: 10,
  }),
  'GET /v4/staff/zakat-distributions': endpoint({
    access: 'staff',
    roles: ['reviewer'],
    summary: 'List zakat distributions to review',
    description:
      'Returns the reports that await review and the open requests to reassign late zakat, oldest first. Requires the reviewer role.',
    input: z.object({}),
    output: z.object({
      reports: z.array(distribution.extend({ campaign: campaignName })),
      requests: z.array(
        z.object({ donationId: z.string(), note: z.string(), requestedAt: instant, campaign: campaignName }),
      ),
    }),
  }),
  'POST /v4/staff/zakat-distributions/:distributionId/review': endpoint({
    access: 'staff',
    roles: ['reviewer'],
    summary: 'Review a zakat distribution',
    description:
      'Approves or rejects a distribution report with a reason; approval requires evidence. Requires the reviewer role.',
    input: z.object({
      distributionId: anyId,
      decision: z.enum(['approve', 'reject']),
      reason: z.string().max(8000).default(''),
    }),
    output: done,
    refuses: ['distribution-not-found', 'distribution-reviewed', 'distribution-without-evidence', 'own-charity'],
  }),
  'GET /v4/staff/zakat-distribution-files/:fileId': endpoint({
    access: 'staff',
    roles: ['reviewer'],
    summary: 'Download distribution evidence for review',
    description: 'Returns a file of a report. Requires the reviewer role.',
    input: z.object({ fileId: anyId }),
    sends: ['image/webp', 'application/pdf'],
    output: z.object({}),
    refuses: ['evidence-not-found'],
  }),
  'POST /v4/staff/zakat-reassignments/:donationId/answer': endpoint({
    access: 'staff',
    roles: ['reviewer'],
    summary: 'Answer a reassignment request',
    description:
      'Answers a donor’s request to reassign late zakat, and mails them the answer. Requires the reviewer role.',
    input: z.object({ donationId: anyId, reason: z.string().max(8000).default('') }),
    output: done,
    refuses: ['reassignment-not-found', 'own-charity'],
  }),
}
