import { z } from 'zod'
import { uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import {
  currency,
  dayOrInstant,
  minorText,
  offsiteDonation,
  timeZone,
  zakatProfile,
  zakatSum,
} from './contract-shapes.ts'

const period = { Currency: currency.optional(), StartDate: dayOrInstant.optional(), EndDate: dayOrInstant.optional() }
const limit = z.coerce.number().int().min(1).max(100)
const offset = z.coerce.number().int().min(0).max(100_000)
/** S2 §9: lists of zakat donations have ten entries. */
const page = { limit: limit.default(10), offset: offset.default(0) }
/** Decimal major units; null if the currency has no rate. */
const converted = z.string().nullable()

const typed = z.string().max(600)
const csv = z.string().max(1_100_000)

export const zakatTrackingContract = {
  'POST /api/zakat/getOffLineDonations': endpoint({
    access: 'signed-in',
    summary: 'List zakat given elsewhere',
    description:
      'Returns the zakat given elsewhere that the signed-in account entered, from StartDate (inclusive) to EndDate (exclusive), newest first, in decimal major units and converted to one currency. The default is the current zakat year.',
    input: z.object({
      id: uuid,
      filter: z
        .object({
          ...period,
          Type: z.literal('zakat').optional(),
          sortBy: z.literal('marked-as-zakat').optional(),
          limit: limit.optional(),
          offset: offset.optional(),
        })
        .default({}),
      ...page,
      timeZone: timeZone.optional(),
    }),
    output: z.object({
      totalOfflineDonations: z.string(),
      code: currency,
      offlineDonations: z.array(
        z.object({
          id: z.string(),
          code: currency,
          date: z.string(),
          amount: z.string(),
          convertedAmount: converted,
          isApproximate: z.boolean(),
          note: z.string(),
        }),
      ),
      total: z.number().int(),
    }),
    refuses: ['not-allowed'],
  }),
  'POST /api/user/loadZakatEligibleDonations': endpoint({
    access: 'signed-in',
    summary: 'List zakat donations',
    description:
      'Returns the zakat donations that the signed-in account made here from StartDate (inclusive) to EndDate (exclusive), newest first, in decimal major units and converted to one currency. Amounts are those that count as zakat after fees and refunds.',
    input: z.object({ ...period, ...page, timeZone: timeZone.optional() }),
    output: z.object({
      totalZakatDonationAmount: z.string(),
      code: currency,
      items: z.array(
        z.object({
          id: z.string(),
          currency,
          date: z.string(),
          zakat_eligible_amount: z.string(),
          convertedAmount: converted,
          campaign: z.object({ id: z.string(), name: z.string(), slug: z.string() }),
          isApproximate: z.boolean(),
        }),
      ),
      total: z.number().int(),
      fundraisers: z.number().int(),
    }),
  }),
  'POST /v4/zakat/offsite-donations': endpoint({
    access: 'signed-in',
    summary: 'Add zakat given elsewhere',
    description:
      'Adds zakat that the signed-in account gave elsewhere. `amount` is in major units, as typed; digits of six scripts are accepted.',
    input: z.object({
      date: typed,
      amount: typed,
      currency: typed,
      note: z.string().max(2000).default(''),
      timeZone: timeZone.optional(),
    }),
    output: offsiteDonation,
    refuses: ['too-many-offsite-donations', 'session-ended'],
    perMinute: 60,
  }),
  'GET /v4/zakat/offsite-donations/:id': endpoint({
    access: 'signed-in',
    summary: 'Get zakat given elsewhere',
    description:
      'Returns one entry of zakat that the signed-in account gave elsewhere; the amount is in minor units as text. Everyone else gets 404.',
    input: z.object({ id: uuid }),
    output: offsiteDonation,
    refuses: ['not-found'],
  }),
  'PATCH /v4/zakat/offsite-donations/:id': endpoint({
    access: 'signed-in',
    summary: 'Change zakat given elsewhere',
    description:
      'Changes the given fields of an entry of zakat that the signed-in account gave elsewhere. `amount` is in major units, as typed. Everyone else gets 404.',
    input: z.object({
      id: uuid,
      date: typed.optional(),
      amount: typed.optional(),
      currency: typed.optional(),
      note: z.string().max(2000).optional(),
      timeZone: timeZone.optional(),
    }),
    output: offsiteDonation,
    refuses: ['not-found'],
    perMinute: 60,
  }),
  'DELETE /v4/zakat/offsite-donations/:id': endpoint({
    access: 'signed-in',
    summary: 'Delete zakat given elsewhere',
    description: 'Deletes zakat that the signed-in account entered as given elsewhere. Everyone else gets 404.',
    input: z.object({ id: uuid }),
    output: z.object({ id: z.string() }),
    refuses: ['not-found'],
  }),
  'POST /v4/zakat/offsite-donations/import': endpoint({
    access: 'signed-in',
    summary: 'Import zakat given elsewhere',
    description:
      'Imports a CSV file with date, amount, currency and note: all rows, or none if a row has an error. A preview saves nothing. Errors are returned with row and column. Amounts are in decimal major units.',
    input: z.object({ csv, preview: z.boolean().default(false), timeZone: timeZone.optional() }),
    output: z.object({
      isSaved: z.boolean(),
      entries: z.array(
        z.object({ row: z.number().int(), date: z.string(), amount: z.string(), code: currency, note: z.string() }),
      ),
      refusals: z.array(
        z.object({
          /** Row number as in a spreadsheet; null for the whole file. */
          row: z.number().int().nullable(),
          column: z.enum(['date', 'amount', 'currency', 'note']).nullable(),
          code: z.string(),
          params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
        }),
      ),
    }),
    refuses: ['csv-has-faults', 'too-many-offsite-donations', 'session-ended'],
    perMinute: 30,
    bytesMax: 1_400_000,
  }),
  'GET /v4/zakat/years': endpoint({
    access: 'signed-in',
    summary: 'List zakat years with payments',
    description:
      'Returns the zakat years of the signed-in account, latest first, each with the amounts due, given here, given elsewhere and remaining, in minor units of its currency as text.',
    input: z.object({ timeZone: timeZone.optional() }),
    output: z.object({
      years: z.array(
        z.object({
          profile: zakatProfile,
          online: zakatSum,
          offsite: zakatSum,
          remaining: minorText,
          /** Null if nothing was due. */
          overpaid: minorText.nullable(),
        }),
      ),
    }),
  }),
  'GET /v4/zakat/profiles/:id/statement': endpoint({
    access: 'signed-in',
    summary: 'Download the statement of a zakat year',
    description:
      'Returns a PDF in the caller’s language with the zakat that the signed-in account owed and gave in a zakat year. Everyone else, including staff, gets 404.',
    input: z.object({ id: uuid, timeZone: timeZone.optional() }),
    sends: ['application/pdf'],
    output: z.object({ id: z.string() }),
    refuses: ['not-found'],
    perMinute: 10,
  }),
}
