import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { numericId, numericIdInput, uuid } from '#shared/id-schemas.ts'
import { majorAmount } from '#modules/money/giving/contract-payment.ts'
import { endpoint } from '#shared/endpoint.ts'
import { dateOrders } from '#shared/input/typed-day.ts'
import { idempotencyKeyRefusals } from '#shared/idempotency-key.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { offlineMethods, offlineStates } from './rules/offline.ts'

const count = z.number().int()
const campaignId = numericId
const day = z.string()

const offlineDonation = z.object({
  id: z.string(),
  amount: minorUnits,
  currency,
  receivedOn: day,
  donorName: z.string().nullable(),
  method: z.enum(offlineMethods),
  note: z.string(),
  state: z.enum(offlineStates),
  enteredAt: instant,
  enteredByMe: z.boolean(),
  /** Whether it awaits confirmation and the viewer, who didn't record it, can confirm it. */
  canConfirm: z.boolean(),
  reason: z.string().nullable(),
  importId: z.string().nullable(),
})
z.globalRegistry.add(offlineDonation, {
  id: 'OfflineDonation',
  description: 'A donation that was received outside the platform. `amount` is in minor units.',
})
export type OfflineView = z.output<typeof offlineDonation>

/** 1 MB in characters; the parser also counts bytes. */
const csv = z.string().max(1_100_000)
/** Without it, a date that can be read in both orders is refused if both are past. */
const dateOrder = z.enum(dateOrders).optional()
const unreadable = [
  'csv-too-large',
  'csv-too-many-rows',
  'csv-empty',
  'csv-columns',
  'csv-columns-twice',
  'csv-row-too-long',
  'csv-unreadable',
] as const
const fault = z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])).optional() })
const previewRow = z.object({
  /** Row number as in a spreadsheet, where the header is row 1. */
  row: count,
  amount: z.string(),
  receivedOn: z.string(),
  donorName: z.string(),
  method: z.string(),
  note: z.string(),
  faults: z.array(z.object({ field: z.string(), fault })),
  /** Whether a donation with the same day, amount, donor and method exists already. */
  looksKnown: z.boolean(),
})
z.globalRegistry.add(previewRow, { id: 'OfflineImportRow', description: 'A row of a CSV file with its errors.' })
export type PreviewRow = z.output<typeof previewRow>

/** Calls for donations that were received outside the platform. */
export const offlineCalls = {
  'POST /api/projectadmin/offlineDonation': endpoint({
    access: 'signed-in',
    scope: 'offline-donations:write',
    summary: 'Add an offline donation',
    description:
      'Records a donation received in cash, by bank transfer or by cheque, in decimal major units; a second person must confirm large amounts. Requires an account that may manage offline donations.',
    input: z.object({
      id: numericIdInput,
      amount: majorAmount,
      currency: z.string().max(10).default(''),
      receivedOn: z.string().max(20),
      donorName: z.string().max(400).default(''),
      anonymous: z.boolean().default(false),
      method: z.string().max(20),
      /** Evidence of the donation, such as a receipt book or bank statement. */
      note: z.string().max(4000),
    }),
    /** Decimal major units, like every amount of `/api`. */
    output: offlineDonation.extend({ amount: z.string() }),
    refuses: ['campaign-not-found', 'charity-not-verified', ...idempotencyKeyRefusals],
    takesKey: true,
  }),
  'GET /v4/campaigns/:campaignId/offline': endpoint({
    access: 'signed-in',
    scope: 'offline-donations:read',
    summary: 'List offline donations',
    description:
      'Returns the offline donations of a fundraiser, newest day first, in minor units. Requires an account that may manage offline donations.',
    input: z.object({
      campaignId,
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    output: z.object({
      donations: z.array(offlineDonation),
      hasMore: z.boolean(),
      sums: z.object({ counted: minorUnits, countedCount: count, waiting: minorUnits, waitingCount: count }),
      /** Above this sum, a person's entries of a day need confirmation by a second person. */
      reviewAbove: minorUnits,
      currency,
      today: day,
    }),
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/offline/preview': endpoint({
    access: 'signed-in',
    summary: 'Preview a CSV import',
    description:
      'Returns the errors of each row of a CSV file of offline donations; saves nothing. Requires an account that may manage offline donations.',
    input: z.object({ campaignId, csv, dateOrder }),
    output: z.object({
      rows: z.array(previewRow),
      faulty: count,
      sum: minorUnits,
      currency,
      /** Hash of the previewed file, sent back to confirm it. */
      hash: z.string(),
      /** Number of rows of this file that were imported before. */
      entered: count,
      /** Whether the file has dates such as 01/11/2026, for which the order of day and month must be chosen. */
      asksDateOrder: z.boolean(),
      /** The order of the file's dates that can be read in one way only; null: none, or both. */
      likelyDateOrder: z.enum(dateOrders).nullable(),
    }),
    refuses: ['campaign-not-found', ...unreadable],
    perMinute: 30,
    bytesMax: 1_400_000,
  }),
  'POST /v4/campaigns/:campaignId/offline/import': endpoint({
    access: 'signed-in',
    summary: 'Import offline donations',
    description:
      'Imports all rows of a previewed CSV file without errors; importing the same file again adds nothing. Requires an account that may manage offline donations.',
    input: z.object({ campaignId, csv, dateOrder, hash: z.string().max(64) }),
    output: z.object({ entered: count, known: count, waiting: count, importId: z.string() }),
    refuses: ['campaign-not-found', ...unreadable, 'csv-changed', 'csv-has-faults', 'charity-not-verified'],
    perMinute: 30,
    bytesMax: 1_400_000,
  }),
  'POST /v4/campaigns/:campaignId/offline/confirm': endpoint({
    access: 'signed-in',
    summary: 'Confirm offline donations',
    description:
      'Confirms an offline donation that needs a second person, or all of an import. Requires an account that may manage offline donations and didn’t enter them.',
    input: z.object({ campaignId, offlineId: uuid.optional(), importId: uuid.optional() }),
    output: z.object({ confirmed: count }),
    refuses: ['campaign-not-found', 'not-found', 'second-person-needed', 'offline-not-waiting', 'charity-not-verified'],
  }),
  'POST /v4/campaigns/:campaignId/offline/:offlineId/withdraw': endpoint({
    access: 'signed-in',
    summary: 'Withdraw an offline donation',
    description:
      'Withdraws an offline donation with a reason; the list still shows it. Requires an account that may manage offline donations.',
    input: z.object({ campaignId, offlineId: uuid, reason: z.string().max(2000) }),
    output: z.object({ state: z.literal('withdrawn') }),
    refuses: ['campaign-not-found', 'not-found', 'offline-withdrawn'],
  }),
}
