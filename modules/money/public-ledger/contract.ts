import { z } from 'zod'
import { minorUnits } from '#shared/wire/codecs.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { isLocalDate, type LocalDate } from '#shared/calendar.ts'
import { endpoint } from '#shared/endpoint.ts'
import { numericId } from '#shared/id-schemas.ts'

const isDay = (text: string): text is LocalDate => isLocalDate(text)
const day = z.string().refine(isDay)
const figures = z.object({
  /** Gifts less refunds. */
  received: minorUnits,
  /** Fees that the charity bears, less those that donors covered. */
  fees: minorUnits,
  /** Sent payouts that didn't fail, less repayments. */
  paidOut: minorUnits,
  /** The rest, which is owed to the charity. */
  waiting: minorUnits,
})
z.globalRegistry.add(figures, {
  id: 'LedgerFigures',
  description: 'What happened to one kind of money by the published files, in minor units.',
})
const totals = z.array(z.object({ currency, zakat: figures, rest: figures }))
const head = z.object({ day: z.string(), head: z.string() })

const publishedTotals = z.object({
  name: z.string(),
  nameAr: z.string().nullable(),
  /** The newest published day; null before the first one. */
  newest: head.nullable(),
  /** The page's campaigns by their numbers in the files. */
  campaigns: z.array(z.string()),
  totals,
})
z.globalRegistry.add(publishedTotals, {
  id: 'PublishedTotals',
  description: 'What campaigns received and were paid out up to the newest published day; amounts in minor units.',
})

/** Calls of anyone about the public ledger. */
export const publicLedgerContract = {
  'GET /v4/ledger': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Get the published days of the ledger',
    description:
      'Returns the totals of all campaigns up to the newest published day, and published days with their heads, newest first; amounts in minor units.',
    input: z.object({ before: day.optional(), limit: z.coerce.number().int().min(1).max(100).default(30) }),
    output: z.object({
      newest: head.nullable(),
      totals,
      years: z.array(z.object({ year: z.number().int(), days: z.number().int() })),
      days: z.array(
        z.object({
          day: z.string(),
          head: z.string(),
          sums: z.array(z.object({ currency, received: minorUnits, fees: minorUnits, paidOut: minorUnits })),
        }),
      ),
      /** The day before which the next page begins. */
      next: z.string().nullable(),
    }),
  }),
  'GET /v4/ledger/head': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Get the newest head of the ledger',
    description: 'Returns the newest published day and the SHA-256 of its file; null before the first one.',
    input: z.object({}),
    output: z.object({ newest: head.nullable() }),
  }),
  'GET /v4/ledger/campaigns': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'List the totals of campaigns in the ledger',
    description:
      'Returns each campaign’s own totals up to the newest published day, by number, in minor units. Campaigns that aren’t public have no name.',
    input: z.object({
      after: numericId.default('0'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    output: z.object({
      campaigns: z.array(
        z.object({
          number: z.string(),
          name: z.string().nullable(),
          path: z.string().nullable(),
          totals,
        }),
      ),
      next: z.string().nullable(),
    }),
  }),
  'GET /v4/ledger/files/:period': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Download files of the ledger',
    description:
      'Returns the file of a published day (2026-11-28), or all files of a year (2026), one after the other. The format is in docs/rules/ledger.md.',
    perMinute: 120,
    input: z.object({ period: z.string().regex(/^\d{4}(-\d{2}-\d{2})?$/) }),
    output: z.object({}),
    sends: ['text/csv'],
    refuses: ['not-found'],
  }),
  'GET /v4/campaigns/:campaignId/published-totals': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Get the published totals of a campaign',
    description:
      'Returns what a public campaign and the pages below it received and were paid out up to the newest published day, in minor units.',
    input: z.object({ campaignId: numericId }),
    output: publishedTotals,
    refuses: ['campaign-not-found'],
  }),
  'GET /v4/organizations/by-subdomain/:subdomain/published-totals': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Get the published totals of a charity',
    description:
      'Returns what all campaigns of a public charity received and were paid out up to the newest published day, in minor units.',
    input: z.object({ subdomain: z.string().max(200) }),
    output: publishedTotals,
    refuses: ['charity-not-found'],
  }),
}
export type PublishedTotalsView = z.output<typeof publishedTotals>
export type TotalsView = z.output<typeof totals>
