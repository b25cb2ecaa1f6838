import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { uploadLimits } from '#modules/platform/media/rules/limits.ts'
import { zakatCategories } from '#modules/causes/campaigns/rules/zakat.ts'
import { checkLines } from '#modules/causes/organizations/rules/registration.ts'
import { verificationStates } from '#modules/causes/organizations/rules/verification.ts'
import { endpoint } from '#shared/endpoint.ts'

const organizationId = numericId
/** A subdomain or an id; a subdomain contains a letter, so digits alone are an id (content-25). */
const subdomain = z.string().min(1).max(200)
/** Length of the largest file in base64. */
const fileCharacters = Math.ceil(uploadLimits.bytes / 3) * 4

/** S2 §3 "Organization" without the email address. */
export const organizationView = z.object({
  id: z.string(),
  subdomain: z.string(),
  name: z.string(),
  nameAr: z.string().nullable(),
  phone: z.string(),
  primaryColour: z.string(),
  logoUrl: z.string().nullable(),
  website: z.string().nullable(),
  facebook: z.string(),
  twitter: z.string(),
  instagram: z.string(),
  youtube: z.string(),
  linkedin: z.string(),
})
const report = z.object({ id: z.string(), year: z.number().int(), title: z.string(), bytes: z.number().int() })
z.globalRegistry.add(report, { id: 'CharityReport', description: 'A published yearly report of a charity.' })
const distribution = z.object({
  currency,
  amount: minorUnits,
  distributedOn: z.iso.date(),
  country: z.string(),
  category: z.enum(zakatCategories),
  people: z.number().int(),
  description: z.string(),
})
z.globalRegistry.add(distribution, {
  id: 'PublicZakatDistribution',
  description: 'A charity’s report of distributed zakat, in minor units.',
})
const publicPage = organizationView.extend({
  about: z.string(),
  country: z.string(),
  /** Slug of its general fund, which accepts its donations. */
  generalFund: z.object({
    campaignId: z.string(),
    slug: z.string(),
    currency,
    status: z.number().int(),
    /** Whether the fund accepts donations now. */
    open: z.boolean(),
    endsAt: instant.nullable(),
    imageUrl: z.string(),
    language: z.string(),
  }),
  verification: z.object({
    state: z.enum(verificationStates),
    checkedOn: z.iso.date(),
    until: z.iso.date().nullable(),
    /** A code such as `ccew`, the name of a register, or empty if only `registration` is known. */
    register: z.string(),
    number: z.string(),
    /** Registration text on receipts. */
    registration: z.string(),
    /** The checks that staff confirmed. */
    checks: z.array(z.enum(checkLines)),
    /** Number of reviewers; null: staff entered the verification. */
    reviewers: z.number().int().nullable(),
    /** Whether it is the operator's own charity, which isn't reviewed. */
    isOwn: z.boolean(),
  }),
  /** Sums of all its campaigns by currency, in minor units. */
  totals: z.array(z.object({ currency, raised: minorUnits, donationCount: z.number().int() })),
  donorCount: z.number().int(),
  /** Zakat it received and distributed, by currency, in minor units; without currencies that received none. */
  zakat: z.array(
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
  /** The latest distributions that staff approved. */
  distributions: z.array(distribution),
  reports: z.array(report),
})
z.globalRegistry.add(publicPage, {
  id: 'CharityPage',
  description: 'The content of a charity’s public page. Amounts are in minor units.',
})
export type CharityPageView = z.output<typeof publicPage>

/** Calls for the public page of a charity and its reports. */
export const charityPageContract = {
  'GET /v4/organizations/by-subdomain/:subdomain': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Get the public page of a charity',
    description:
      'Returns the verification, totals, zakat distributions and reports of a charity, in minor units. Charities that were never verified, were rejected or are closed get 404. Anyone may call it.',
    input: z.object({ subdomain }),
    output: publicPage,
    refuses: ['charity-not-found'],
  }),
  'GET /v4/organizations/by-subdomain/:subdomain/reports/:reportId': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Download a report of a charity',
    description: 'Sends a yearly report as a PDF. Anyone may call it.',
    input: z.object({ subdomain, reportId: uuid }),
    sends: ['application/pdf'],
    output: z.object({}),
    refuses: ['charity-not-found', 'document-not-found'],
  }),
  'GET /v4/organizations/:organizationId/reports': endpoint({
    access: 'signed-in',
    summary: 'List own reports',
    description: 'Returns the yearly reports of a charity. Requires an owner, admin or finance member.',
    input: z.object({ organizationId }),
    output: z.object({ name: z.string(), subdomain: z.string(), reports: z.array(report) }),
    refuses: ['charity-not-found'],
  }),
  'POST /v4/organizations/:organizationId/reports': endpoint({
    access: 'signed-in',
    summary: 'Publish a report',
    description:
      'Publishes a yearly report, a PDF of at most 10 MB in base64. Requires an owner, admin or finance member.',
    perMinute: 20,
    bytesMax: fileCharacters + 16 * 1024,
    input: z.object({
      organizationId,
      year: z.string().max(10).default(''),
      title: z.string().max(300).default(''),
      file: z.string().max(fileCharacters).default(''),
    }),
    output: z.object({ id: z.string() }),
    refuses: [
      'charity-not-found',
      'file-missing',
      'file-not-pdf',
      'pdf-encrypted',
      'pdf-not-readable',
      'file-too-large',
      'too-many-documents',
    ],
  }),
  'DELETE /v4/organizations/:organizationId/reports/:reportId': endpoint({
    access: 'signed-in',
    summary: 'Delete a report',
    description: 'Deletes a yearly report from the charity’s page. Requires an owner, admin or finance member.',
    input: z.object({ organizationId, reportId: uuid }),
    output: z.object({ done: z.literal(true) }),
    refuses: ['charity-not-found', 'document-not-found'],
  }),
}
