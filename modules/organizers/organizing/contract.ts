import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { locales } from '#shared/texts/locales.ts'
import { runningActs } from '#modules/causes/campaigns/rules/acts.ts'
import { shownField } from '#modules/money/giving/contract-donors.ts'
import { endpoint } from '#shared/endpoint.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { offlineCalls } from './contract-offline.ts'
import { checklistSteps } from './rules/checklist.ts'
import { periods } from './rules/period.ts'
import { taskCodes } from './rules/tasks.ts'

const count = z.number().int()
const campaignId = numericId
const day = z.string()
const donationId = uuid
export const postalAddress = z.object({
  name: z.string(),
  lines: z.array(z.string()),
  country: z.string(),
  phone: z.string(),
})
z.globalRegistry.add(postalAddress, { id: 'PostalAddress', description: 'A postal address as printed on a parcel.' })
export type PrintedAddress = z.output<typeof postalAddress>

const numbers = z.object({
  raised: minorUnits,
  donations: count,
  donors: count,
  average: minorUnits.nullable(),
  views: count,
  conversion: count.nullable(),
})
z.globalRegistry.add(numbers, {
  id: 'FundraiserFigures',
  description: 'The figures of a period. Amounts are in minor units.',
})

const donationRow = z.object({
  id: z.string(),
  givenAt: instant,
  gift: minorUnits,
  currency,
  isAnonymous: z.boolean(),
  /** Null for an anonymous donor. */
  name: z.string().nullable(),
  place: z.string().nullable(),
  /** Present only if the giving level requires it. */
  email: z.string().nullable(),
  /** Present only if the donor agreed to share it. */
  address: postalAddress.nullable(),
  /** Present only for a plan of the fundraiser that requires a number. */
  phone: z.string().nullable(),
  isZakat: z.boolean(),
  giftAid: z.boolean(),
  level: z.string().nullable(),
  /** Number of units of the level. */
  quantity: count,
  source: z.string().nullable(),
  fields: shownField.array(),
  isThanked: z.boolean(),
  canBeThanked: z.boolean(),
})
z.globalRegistry.add(donationRow, {
  id: 'ReceivedDonation',
  description: 'A donation as the people who run the fundraiser see it. Amounts are in minor units.',
})
export type DonationRow = z.output<typeof donationRow>

const claim = z.object({
  id: z.string(),
  givenAt: instant,
  gift: minorUnits,
  currency,
  quantity: count,
  level: z.object({ id: z.string(), title: z.string() }),
  name: z.string().nullable(),
  isAnonymous: z.boolean(),
  note: z.string().nullable(),
  email: z.string().nullable(),
  shipping: postalAddress.nullable(),
  /** Whether the donor entered an emergency contact or a medical note. */
  hasEmergencyDetails: z.boolean(),
  /** Whether there is something to send: the level requires donor details or has a value. */
  hasToSend: z.boolean(),
  sentAt: instant.nullable(),
})
z.globalRegistry.add(claim, {
  id: 'LevelClaim',
  description: 'A chosen giving level with the details that the donor entered for it.',
})
export type ClaimView = z.output<typeof claim>

/** A file as JSON; over HTTP the call returns the file itself. */
export const csvFile = z.object({ filename: z.string(), rows: count, isComplete: z.boolean(), csv: z.string() })
z.globalRegistry.add(csvFile, { id: 'CsvFile', description: 'A CSV file in JSON.' })

export const organizingContract = {
  'GET /v4/campaigns/:campaignId/dashboard': endpoint({
    access: 'signed-in',
    summary: 'Get the dashboard',
    description:
      'Returns the figures of a period and the one before, steps, sources, latest donations and suggested tasks; amounts are in minor units. Requires a member of the fundraiser’s team or its charity; editors and support of a charity get no figures.',
    input: z.object({ campaignId, period: z.enum(periods).default('30') }),
    output: z.object({
      period: z.enum(periods),
      state: z.enum(['draft', 'review', 'active', 'paused', 'closed']),
      /** The last day; null without one. */
      endsOn: day.nullable(),
      /** Forecast from the last 30 days; `null` with too few donations. */
      forecast: z
        .object({ perDay: minorUnits, reachesGoalOn: day.nullable(), atEnd: minorUnits.nullable() })
        .nullable(),
      /** Steps from an empty draft to the first update; empty once all are done. */
      checklist: z.array(
        z.object({ step: z.enum(checklistSteps), isDone: z.boolean(), act: z.enum(runningActs), canDo: z.boolean() }),
      ),
      from: day,
      to: day,
      timeZone: z.string(),
      currency,
      /** The figures of the period; null for members who see no money, like all figures below. */
      now: numbers.nullable(),
      /** Figures of the previous period; null for the whole period. */
      before: numbers.nullable(),
      /** Change in percent; null without an earlier value. */
      change: z
        .object({
          raised: count.nullable(),
          donors: count.nullable(),
          average: count.nullable(),
          conversion: count.nullable(),
        })
        .nullable(),
      total: z
        .object({
          /** The total on the page, which includes donations to supporters' pages below it. */
          raised: minorUnits,
          /** Donations to this page alone, like all figures but the steps and the forecast. */
          ownRaised: minorUnits,
          donations: count,
          goal: minorUnits.nullable(),
          percentage: count.nullable(),
        })
        .nullable(),
      /** Offline donations, which the other figures exclude. */
      offline: z
        .object({ counted: minorUnits, countedCount: count, waiting: minorUnits, waitingCount: count })
        .nullable(),
      stepLength: z.enum(['day', 'week', 'month']),
      /** Add up to `total.raised`: donations include those to supporters' pages; views are of this page. */
      steps: z.array(z.object({ day, raised: minorUnits, donations: count, views: count })),
      sources: z.array(
        z.object({
          kind: z.enum(['source', 'referral', 'none', 'other']),
          name: z.string(),
          raised: minorUnits,
          donations: count,
          percentage: count,
        }),
      ),
      /** Empty for members who see neither figures nor donors. */
      latest: z.array(donationRow.omit({ email: true, address: true, phone: true, fields: true })),
      tasks: z.array(z.object({ task: z.enum(taskCodes), count, act: z.enum(runningActs) })),
    }),
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/donations/:donationId/thanks': endpoint({
    access: 'signed-in',
    summary: 'Thank a donor',
    description:
      'Mails a message to the donor of a donation, once, without showing their address. Requires an account that may see the fundraiser’s donors.',
    input: z.object({ campaignId, donationId, message: z.string().max(4000) }),
    output: z.object({ isThanked: z.literal(true) }),
    refuses: ['campaign-not-found', 'not-found', 'thanked-already', 'fundraiser-paused-by-staff'],
  }),
  'GET /v4/campaigns/:campaignId/donations': endpoint({
    access: 'signed-in',
    summary: 'List received donations',
    description:
      'Returns the donations of a fundraiser, newest first, in minor units; a search by name doesn’t find anonymous donors. Requires an account that may see its donors.',
    input: z.object({
      campaignId,
      search: z.string().trim().max(80).optional(),
      before: uuid.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    output: z.object({ donations: z.array(donationRow), next: z.string().nullable() }),
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/donations/export': endpoint({
    access: 'signed-in',
    summary: 'Export received donations',
    description:
      'Returns the donations of a fundraiser as a CSV file, writes an audit entry and mails the charity’s owners. Requires an account that may see its donors.',
    input: z.object({ campaignId }),
    sends: ['text/csv'],
    output: csvFile,
    refuses: ['campaign-not-found', 'ownership-change-pending'],
    perMinute: 10,
  }),
  'GET /v4/campaigns/:campaignId/claims': endpoint({
    access: 'signed-in',
    summary: 'List claims of giving levels',
    description:
      'Returns the chosen giving levels with the details that donors entered; amounts are in minor units, and `before` gets the next page. Requires an account that may see its donors.',
    input: z.object({
      campaignId,
      level: numericId.optional(),
      state: z.enum(['open', 'sent', 'all']).default('open'),
      before: uuid.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    output: z.object({
      levels: z.array(z.object({ id: z.string(), title: z.string(), donations: count, sent: count })),
      claims: z.array(claim),
      /** Whether the viewer can read emergency contacts and medical notes. */
      canReadEmergencyDetails: z.boolean(),
      next: z.string().nullable(),
    }),
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/claims/:donationId/fulfilment': endpoint({
    access: 'signed-in',
    summary: 'Mark a claim as sent',
    description: 'Saves whether the reward of a giving level was sent. Requires an account that may see its donors.',
    input: z.object({ campaignId, donationId, isSent: z.boolean() }),
    output: z.object({ isSent: z.boolean() }),
    refuses: ['campaign-not-found', 'not-found'],
  }),
  'POST /v4/campaigns/:campaignId/claims/:donationId/emergency': endpoint({
    access: 'signed-in',
    summary: 'Read emergency details',
    description:
      'Returns the emergency contact and medical information of a donation, and writes an audit entry. Requires the organizer of the fundraiser.',
    input: z.object({ campaignId, donationId }),
    output: z.object({
      emergencyContact: z.object({ name: z.string(), phone: z.string(), relationship: z.string() }).nullable(),
      medicalInformation: z.string().nullable(),
    }),
    refuses: ['campaign-not-found', 'not-found'],
  }),
  'POST /v4/campaigns/:campaignId/claims/export': endpoint({
    access: 'signed-in',
    summary: 'Export claims',
    description:
      'Returns the claims of giving levels as a CSV file, writes an audit entry and mails the charity’s owners. Requires an account that may see its donors.',
    input: z.object({
      campaignId,
      level: numericId.optional(),
      state: z.enum(['open', 'sent', 'all']).default('all'),
    }),
    sends: ['text/csv'],
    output: csvFile,
    refuses: ['campaign-not-found', 'ownership-change-pending'],
    perMinute: 10,
  }),
  ...offlineCalls,
  'GET /v4/campaigns/:campaignId/share/:file': endpoint({
    access: 'signed-in',
    summary: 'Download a QR code or poster',
    description:
      'Returns the QR code of a fundraiser’s page, or an A4 poster with it, in `language` (default: the caller’s). Requires a member of the fundraiser’s team or its charity.',
    input: z.object({
      campaignId,
      file: z.enum(['qr.svg', 'qr.png', 'poster.pdf', 'poster.png']),
      amount: z.string().max(12).optional(),
      src: z.string().max(40).optional(),
      language: z.enum(locales).optional(),
    }),
    sends: ['image/svg+xml', 'image/png', 'application/pdf'],
    output: z.object({ link: z.string() }),
    refuses: ['campaign-not-found'],
    perMinute: 60,
  }),
  'GET /v4/unsubscribe/summaries/:token': endpoint({
    access: 'anyone',
    summary: 'Get a subscription to weekly summaries',
    description: 'Returns whether the account gets weekly summaries; changes nothing. Requires the token of the mail.',
    input: z.object({ token: z.string().max(200) }),
    output: z.object({ isUnsubscribed: z.boolean() }),
    refuses: ['code-not-valid'],
  }),
  'POST /v4/unsubscribe/summaries/:token': endpoint({
    access: 'anyone',
    summary: 'Unsubscribe from weekly summaries',
    description: 'Turns off the weekly summaries of the account. Requires the token of the mail, and no login.',
    input: z.object({ token: z.string().max(200) }),
    output: z.object({ isUnsubscribed: z.boolean() }),
    refuses: ['code-not-valid'],
  }),
}
