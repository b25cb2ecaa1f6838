import { z } from 'zod'
import { locales } from '#shared/texts/locales.ts'
import { runningActs } from '#modules/causes/campaigns/rules/acts.ts'
import { majorAmount } from '#modules/money/giving/contract-payment.ts'
import { shownField } from '#modules/money/giving/contract-donors.ts'
import { endpoint } from '#shared/endpoint.ts'
import { keyRefuses } from '#shared/idempotency-key.ts'
import { offlineMethods, offlineStates } from './rules/offline.ts'
import { periods } from './rules/period.ts'
import { taskCodes } from './rules/tasks.ts'

const minor = z.number().int()
const count = z.number().int()
const currency = z.string().regex(/^[A-Z]{3}$/)
const campaignId = z.string().regex(/^\d{1,18}$/)
const day = z.string()
const giftId = z.uuid()
const postalAddress = z.object({
  name: z.string(),
  lines: z.array(z.string()),
  country: z.string(),
  phone: z.string(),
})
z.globalRegistry.add(postalAddress, { id: 'PostalAddress', description: 'A postal address as it is printed.' })
export type AddressOnPaper = z.output<typeof postalAddress>

const numbers = z.object({
  raised: minor,
  gifts: count,
  donors: count,
  average: minor.nullable(),
  views: count,
  conversion: count.nullable(),
})
z.globalRegistry.add(numbers, {
  id: 'FundraiserFigures',
  description: 'The figures of a period. Amounts are in minor units.',
})

const giftRow = z.object({
  id: z.string(),
  givenAt: z.string(),
  gift: minor,
  currency,
  isAnonymous: z.boolean(),
  /** `null`: anonymous. */
  name: z.string().nullable(),
  place: z.string().nullable(),
  /** Only where the giving level requires it. */
  email: z.string().nullable(),
  /** Only where the donor agreed that it is shared. */
  address: postalAddress.nullable(),
  /** Of a gift by a plan of the fundraiser's own that asks for a number. */
  phone: z.string().nullable(),
  isZakat: z.boolean(),
  giftAid: z.boolean(),
  level: z.string().nullable(),
  source: z.string().nullable(),
  fields: shownField.array(),
  isThanked: z.boolean(),
  canBeThanked: z.boolean(),
})
z.globalRegistry.add(giftRow, {
  id: 'ReceivedDonation',
  description: 'A donation as the people who run the fundraiser see it. Amounts are in minor units.',
})
export type GiftRow = z.output<typeof giftRow>

const claim = z.object({
  id: z.string(),
  givenAt: z.string(),
  gift: minor,
  currency,
  quantity: count,
  level: z.object({ id: z.string(), title: z.string() }),
  name: z.string().nullable(),
  isAnonymous: z.boolean(),
  note: z.string().nullable(),
  email: z.string().nullable(),
  shipping: postalAddress.nullable(),
  /** An emergency contact or a medical note was left for the organizer. */
  hasSealed: z.boolean(),
  /** Its level asks for something or is worth something; else nothing waits to be sent. */
  hasToSend: z.boolean(),
  sentAt: z.string().nullable(),
})
z.globalRegistry.add(claim, { id: 'LevelClaim', description: 'A chosen giving level and what the donor left for it.' })
export type ClaimView = z.output<typeof claim>

/** A file as JSON carries it; over HTTP the same call answers the file itself. */
const csvFile = z.object({ filename: z.string(), rows: count, isComplete: z.boolean(), csv: z.string() })
z.globalRegistry.add(csvFile, { id: 'CsvFile', description: 'A CSV file inside JSON.' })

const offlineGift = z.object({
  id: z.string(),
  amount: minor,
  currency,
  receivedOn: day,
  donorName: z.string().nullable(),
  method: z.enum(offlineMethods),
  note: z.string(),
  state: z.enum(offlineStates),
  enteredAt: z.string(),
  enteredByMe: z.boolean(),
  /** It waits, and the asker is not who entered it. */
  mayConfirm: z.boolean(),
  reason: z.string().nullable(),
  importId: z.string().nullable(),
})
z.globalRegistry.add(offlineGift, {
  id: 'OfflineDonation',
  description: 'A donation that was received outside the platform. `amount` is in minor units.',
})
export type OfflineView = z.output<typeof offlineGift>

/** One megabyte, in characters; bytes are counted where it is read. */
const csv = z.string().max(1_100_000)
const unreadable = ['csv-too-large', 'csv-too-many-rows', 'csv-empty', 'csv-columns', 'csv-unreadable'] as const
const fault = z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])).optional() })
const previewRow = z.object({
  /** As a spreadsheet counts: the headings are row 1. */
  row: count,
  amount: z.string(),
  receivedOn: z.string(),
  donorName: z.string(),
  method: z.string(),
  note: z.string(),
  faults: z.array(z.object({ field: z.string(), fault })),
  /** The same day, amount, donor and way stand among what was entered before. */
  looksKnown: z.boolean(),
})
z.globalRegistry.add(previewRow, { id: 'OfflineImportRow', description: 'A row of a CSV file with its faults.' })
export type PreviewRow = z.output<typeof previewRow>

export const organizingContract = {
  'GET /v4/campaigns/:campaignId/dashboard': endpoint({
    access: 'signed-in',
    summary: 'Get the dashboard',
    description:
      'Returns figures with the previous period, steps, sources, latest donations and suggested tasks; amounts are in minor units. Requires a member of the fundraiser’s team or its charity.',
    input: z.object({ campaignId, period: z.enum(periods).default('30') }),
    output: z.object({
      period: z.enum(periods),
      from: day,
      to: day,
      timeZone: z.string(),
      currency,
      now: numbers,
      /** `null` where everything is looked at. */
      before: numbers.nullable(),
      /** Percent; `null` where there is nothing to compare with. */
      change: z.object({
        raised: count.nullable(),
        donors: count.nullable(),
        average: count.nullable(),
        conversion: count.nullable(),
      }),
      total: z.object({ raised: minor, gifts: count, goal: minor.nullable(), percentage: count.nullable() }),
      /** Gifts that came another way, never among the rest. */
      offline: z.object({ counted: minor, countedCount: count, waiting: minor, waitingCount: count }),
      stepLength: z.enum(['day', 'week', 'month']),
      steps: z.array(z.object({ day, raised: minor, gifts: count, views: count })),
      sources: z.array(
        z.object({
          kind: z.enum(['source', 'referral', 'none', 'rest']),
          name: z.string(),
          raised: minor,
          gifts: count,
          percentage: count,
        }),
      ),
      latest: z.array(giftRow.omit({ email: true, address: true, phone: true, fields: true })),
      tasks: z.array(z.object({ task: z.enum(taskCodes), count, act: z.enum(runningActs) })),
    }),
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/gifts/:giftId/thanks': endpoint({
    access: 'signed-in',
    summary: 'Thank a donor',
    description:
      'Mails a message to the donor of a donation, once, without showing their address. Requires an account that may edit the fundraiser.',
    input: z.object({ campaignId, giftId, message: z.string().max(4000) }),
    output: z.object({ isThanked: z.literal(true) }),
    refuses: ['campaign-not-found', 'not-found', 'thanked-already', 'fundraiser-held'],
  }),
  'GET /v4/campaigns/:campaignId/gifts': endpoint({
    access: 'signed-in',
    summary: 'List received donations',
    description:
      'Returns the donations of a fundraiser, newest first, in minor units; anonymous donors stay anonymous, also in a search. Requires an account that may see its donors.',
    input: z.object({
      campaignId,
      search: z.string().trim().max(80).optional(),
      before: z.uuid().optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    output: z.object({ gifts: z.array(giftRow), next: z.string().nullable() }),
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/gifts/export': endpoint({
    access: 'signed-in',
    summary: 'Export received donations',
    description:
      'Returns the donations of a fundraiser as a CSV file, writes an audit entry and notifies the charity’s owners by mail. Requires an account that may see its donors.',
    input: z.object({ campaignId }),
    sends: ['text/csv'],
    output: csvFile,
    refuses: ['campaign-not-found'],
    perMinute: 10,
  }),
  'GET /v4/campaigns/:campaignId/claims': endpoint({
    access: 'signed-in',
    summary: 'List claims of giving levels',
    description:
      'Returns who chose which giving level and what they left for it; amounts are in minor units, and `before` gets the next page. Requires an account that may see its donors.',
    input: z.object({
      campaignId,
      level: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
      state: z.enum(['open', 'sent', 'all']).default('open'),
      before: z.uuid().optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    output: z.object({
      levels: z.array(z.object({ id: z.string(), title: z.string(), gifts: count, sent: count })),
      claims: z.array(claim),
      /** Whether the asker may read emergency contacts and medical notes. */
      mayUnseal: z.boolean(),
      next: z.string().nullable(),
    }),
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/claims/:giftId/fulfilment': endpoint({
    access: 'signed-in',
    summary: 'Mark a claim as sent',
    description: 'Saves whether the reward of a giving level was sent. Requires an account that may see its donors.',
    input: z.object({ campaignId, giftId, isSent: z.boolean() }),
    output: z.object({ isSent: z.boolean() }),
    refuses: ['campaign-not-found', 'not-found'],
  }),
  'POST /v4/campaigns/:campaignId/claims/:giftId/emergency': endpoint({
    access: 'signed-in',
    summary: 'Read emergency details',
    description:
      'Returns the emergency contact and medical information of a donation, and writes an audit entry. Requires the organizer of the fundraiser.',
    input: z.object({ campaignId, giftId }),
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
      'Returns the claims of giving levels as a CSV file, writes an audit entry and notifies the charity’s owners by mail. Requires an account that may see its donors.',
    input: z.object({
      campaignId,
      level: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
      state: z.enum(['open', 'sent', 'all']).default('all'),
    }),
    sends: ['text/csv'],
    output: csvFile,
    refuses: ['campaign-not-found'],
    perMinute: 10,
  }),
  'POST /api/projectadmin/offlineDonation': endpoint({
    access: 'signed-in',
    summary: 'Add an offline donation',
    description:
      'Records a donation that was received in cash, by bank transfer or by cheque, in decimal major units; a large one waits for a second person. Requires an account that may manage offline donations.',
    input: z.object({
      id: z.union([campaignId, z.number().int().min(1)]).transform(String),
      amount: majorAmount,
      currency: z.string().max(10).default(''),
      receivedOn: z.string().max(20),
      donorName: z.string().max(400).default(''),
      anonymous: z.boolean().default(false),
      method: z.string().max(20),
      /** How it can be shown that it came: a receipt book, a bank statement. */
      note: z.string().max(4000),
    }),
    /** As every amount of `/api`: decimal major units. */
    output: offlineGift.extend({ amount: z.string() }),
    refuses: ['campaign-not-found', 'charity-not-verified', ...keyRefuses],
    takesKey: true,
  }),
  'GET /v4/campaigns/:campaignId/offline': endpoint({
    access: 'signed-in',
    summary: 'List offline donations',
    description:
      'Returns the offline donations of a fundraiser, newest day first, in minor units. Requires an account that may manage offline donations.',
    input: z.object({
      campaignId,
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    output: z.object({
      gifts: z.array(offlineGift),
      hasMore: z.boolean(),
      sums: z.object({ counted: minor, countedCount: count, waiting: minor, waitingCount: count }),
      /** Above this, a day’s sum of one person waits for a second one. */
      reviewAbove: minor,
      currency,
      today: day,
    }),
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/offline/preview': endpoint({
    access: 'signed-in',
    summary: 'Preview a CSV import',
    description:
      'Reads a CSV file of offline donations and returns the faults of each row; nothing is saved. Requires an account that may manage offline donations.',
    input: z.object({ campaignId, csv }),
    output: z.object({
      rows: z.array(previewRow),
      faulty: count,
      sum: minor,
      currency,
      /** Names this very file when it is confirmed. */
      hash: z.string(),
      /** Rows of this very file that were entered before. */
      entered: count,
    }),
    refuses: ['campaign-not-found', ...unreadable],
    perMinute: 30,
    bytesMax: 1_400_000,
  }),
  'POST /v4/campaigns/:campaignId/offline/import': endpoint({
    access: 'signed-in',
    summary: 'Import offline donations',
    description:
      'Imports every row of a previewed CSV file without faults; the same file again adds nothing twice. Requires an account that may manage offline donations.',
    input: z.object({ campaignId, csv, hash: z.string().max(64) }),
    output: z.object({ entered: count, known: count, waiting: count, importId: z.string() }),
    refuses: ['campaign-not-found', ...unreadable, 'csv-changed', 'csv-has-faults', 'charity-not-verified'],
    perMinute: 30,
    bytesMax: 1_400_000,
  }),
  'POST /v4/campaigns/:campaignId/offline/confirm': endpoint({
    access: 'signed-in',
    summary: 'Confirm offline donations',
    description:
      'Confirms an offline donation that waits for a second person, or all of one import. Requires an account that may manage offline donations and did not enter these.',
    input: z.object({ campaignId, offlineId: z.uuid().optional(), importId: z.uuid().optional() }),
    output: z.object({ confirmed: count }),
    refuses: ['campaign-not-found', 'not-found', 'second-person-needed', 'offline-not-waiting'],
  }),
  'POST /v4/campaigns/:campaignId/offline/:offlineId/withdraw': endpoint({
    access: 'signed-in',
    summary: 'Withdraw an offline donation',
    description:
      'Withdraws an offline donation with a reason; it stays in the list. Requires an account that may manage offline donations.',
    input: z.object({ campaignId, offlineId: z.uuid(), reason: z.string().max(2000) }),
    output: z.object({ state: z.literal('withdrawn') }),
    refuses: ['campaign-not-found', 'not-found', 'offline-withdrawn'],
  }),
  'GET /v4/campaigns/:campaignId/share/:file': endpoint({
    access: 'signed-in',
    summary: 'Download a QR code or poster',
    description:
      'Returns the QR code of a fundraiser’s page, or an A4 poster with it, in the caller’s language unless `language` names another. Requires a member of the fundraiser’s team or its charity.',
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
}
