import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { qurbaniIntentions } from '#modules/money/giving/rules/qurbani-order.ts'
import { animals } from './rules/animals.ts'
import { performanceLimits } from './fulfilment/rules/read-performances.ts'

const id = numericId
const donationId = uuid
const minor = z.number().int()
const count = z.number().int()
const day = z.string()
const choice = z.enum(['refund', 'sadaqah'])
const ofItem = z.object({ campaignId: id, itemId: id })
const afterAnimal = z.coerce.number().int().min(0).max(1_000_000).default(0)
/** The longest file; a character may take six bytes as JSON. */
const csvBytesMax = performanceLimits.characters * 2
const csv = z.string().max(csvBytesMax).default('')
const fault = z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])).optional() })

const share = z.object({
  number: count,
  animal: count.nullable(),
  position: count.nullable(),
  isFree: z.boolean(),
  /** Null for an unordered share or an erased donor. */
  name: z.string().nullable(),
  intention: z.enum(qurbaniIntentions),
  performedOn: day.nullable(),
  place: z.string().nullable(),
  outcome: z.enum(['awaiting-choice', 'refund', 'sadaqah']).nullable(),
})
z.globalRegistry.add(share, { id: 'QurbaniShare', description: 'A share of an animal in a charity’s Qurbani list.' })
const list = z.object({
  item: z.object({
    id: z.string(),
    title: z.string(),
    hijriYear: count,
    animal: z.enum(animals),
    country: z.string(),
    partner: z.string(),
    timeZone: z.string(),
  }),
  isFinal: z.boolean(),
  closesAt: instant,
  performedFrom: day,
  performedUntil: day,
  confirmBy: day,
  counts: z.object({ animals: count, ordered: count, free: count, performed: count, unconfirmed: count }),
  shares: z.array(share),
  /** Number of the animal before the next page. */
  next: count.nullable(),
  /** Number of the animal before each PDF file of 200 animals. */
  pdfParts: z.array(z.object({ after: count, first: count, last: count })),
})
z.globalRegistry.add(list, {
  id: 'QurbaniShareList',
  description: 'The shares of a Qurbani item by animal; provisional until the item has closed.',
})
const confirmed = z.object({ new: count, changed: count, same: count, settled: count })
z.globalRegistry.add(confirmed, {
  id: 'QurbaniConfirmation',
  description:
    'Number of shares that were confirmed, corrected, unchanged, or skipped because their donors had already chosen.',
})
const previewRow = z.object({
  row: count,
  number: z.string(),
  performedOn: z.string(),
  place: z.string(),
  effect: z.enum(['new', 'changed', 'same']).nullable(),
  faults: z.array(z.object({ field: z.string(), fault })),
})
const donation = z.object({
  campaign: z.string(),
  animal: z.enum(animals),
  country: z.string(),
  currency: z.string(),
  performedFrom: day,
  performedUntil: day,
  confirmBy: day,
  shares: z.array(
    z.object({
      name: z.string().nullable(),
      performedOn: day.nullable(),
      hijri: z.string().nullable(),
      place: z.string().nullable(),
    }),
  ),
  choice: z
    .object({
      chooseBefore: day,
      isOpen: z.boolean(),
      chosen: choice.nullable(),
      unperformed: count,
      refund: minorUnits,
      sadaqah: minorUnits,
    })
    .nullable(),
})
z.globalRegistry.add(donation, {
  id: 'QurbaniDonation',
  description: 'The status of the shares of one donation. Amounts are in minor units.',
})
export type QurbaniShareView = z.output<typeof share>
export type QurbaniShareListView = z.output<typeof list>
export type QurbaniPreviewRow = z.output<typeof previewRow>
export type QurbaniDonationView = z.output<typeof donation>

const notFound = ['campaign-not-found', 'qurbani-item-not-found']
const editors = 'Requires an account that may edit the fundraiser.'
const reviewers = 'Requires the reviewer role.'
const read = {
  summary: 'List Qurbani shares',
  input: ofItem.extend({ after: afterAnimal }),
  output: list,
  refuses: notFound,
}
const csvFile = { summary: 'Download Qurbani shares as CSV', input: ofItem, output: z.object({}), refuses: notFound }
const pdfFile = {
  summary: 'Download Qurbani shares as PDF',
  input: ofItem.extend({ after: afterAnimal }),
  output: z.object({}),
  refuses: notFound,
}
const described = {
  read: 'Returns the shares of a Qurbani item by animal with their names, up to 50 animals after one; frozen once the item has closed.',
  csv: 'Returns the shares of a Qurbani item as a CSV file and writes an audit entry.',
  pdf: 'Returns the shares of up to 200 animals of a Qurbani item as a PDF and writes an audit entry.',
}
const chosen = z.object({ choice, amount: minor })
const refusedChoice = ['not-found', 'qurbani-choice-made', 'qurbani-choice-ended', 'qurbani-choice-changed']

export const qurbaniFulfilmentContract = {
  'GET /v4/campaigns/:campaignId/qurbani-shares/:itemId': endpoint({
    ...read,
    access: 'signed-in',
    description: `${described.read} ${editors}`,
  }),
  'GET /v4/campaigns/:campaignId/qurbani-shares/:itemId/csv': endpoint({
    ...csvFile,
    access: 'signed-in',
    sends: ['text/csv'],
    description: `${described.csv} ${editors}`,
    refuses: [...notFound, 'ownership-change-pending'],
  }),
  'GET /v4/campaigns/:campaignId/qurbani-shares/:itemId/pdf': endpoint({
    ...pdfFile,
    access: 'signed-in',
    sends: ['application/pdf'],
    perMinute: 20,
    description: `${described.pdf} ${editors}`,
    refuses: [...notFound, 'ownership-change-pending'],
  }),
  'POST /v4/campaigns/:campaignId/qurbani-shares/:itemId/preview': endpoint({
    access: 'signed-in',
    summary: 'Preview performed Qurbani shares',
    description: `Returns what each row of a CSV file of performed shares (number, date, place) would record; saves nothing. ${editors}`,
    input: ofItem.extend({ csv }),
    output: z.object({ rows: z.array(previewRow), faulty: count }),
    refuses: [...notFound, 'qurbani-not-closed'],
    perMinute: 30,
    bytesMax: csvBytesMax + 16 * 1024,
  }),
  'POST /v4/campaigns/:campaignId/qurbani-shares/:itemId/confirm': endpoint({
    access: 'signed-in',
    summary: 'Confirm performed Qurbani shares',
    description: `Records all rows of a CSV file of performed shares, or none if a row has an error, and emails the donors. ${editors}`,
    input: ofItem.extend({ csv }),
    output: confirmed,
    refuses: [...notFound, 'qurbani-not-closed', 'csv-has-faults'],
    perMinute: 30,
    bytesMax: csvBytesMax + 16 * 1024,
  }),
  'POST /v4/campaigns/:campaignId/qurbani-shares/:itemId/confirm-animals': endpoint({
    access: 'signed-in',
    summary: 'Confirm performed Qurbani animals',
    description: `Records the day and place of performance for all shares of the given animals, such as \`1-40, 45\`, and emails the donors. ${editors}`,
    input: ofItem.extend({
      animals: z.string().max(4000).default(''),
      performedOn: z.string().max(40).default(''),
      place: z.string().max(1000).default(''),
    }),
    output: confirmed,
    refuses: [...notFound, 'qurbani-not-closed'],
    perMinute: 30,
  }),
  'GET /v4/staff/campaigns/:campaignId/qurbani-shares/:itemId': endpoint({
    ...read,
    summary: 'List Qurbani shares of any fundraiser',
    access: 'staff',
    roles: ['reviewer'],
    description: `${described.read} ${reviewers}`,
  }),
  'GET /v4/staff/campaigns/:campaignId/qurbani-shares/:itemId/csv': endpoint({
    ...csvFile,
    summary: 'Download Qurbani shares of any fundraiser as CSV',
    access: 'staff',
    roles: ['reviewer'],
    sends: ['text/csv'],
    description: `${described.csv} ${reviewers}`,
  }),
  'GET /v4/staff/campaigns/:campaignId/qurbani-shares/:itemId/pdf': endpoint({
    ...pdfFile,
    summary: 'Download Qurbani shares of any fundraiser as PDF',
    access: 'staff',
    roles: ['reviewer'],
    sends: ['application/pdf'],
    perMinute: 20,
    description: `${described.pdf} ${reviewers}`,
  }),
  'GET /v4/account/donations/:donationId/qurbani': endpoint({
    access: 'signed-in',
    summary: 'Get the status of a Qurbani order',
    description:
      'Returns the shares of a Qurbani order of the signed-in account with the date and place of their performance, and the choices for shares that weren’t performed; amounts are in minor units.',
    input: z.object({ donationId }),
    output: donation,
    refuses: ['not-found'],
  }),
  'POST /v4/account/donations/:donationId/qurbani-choice': endpoint({
    access: 'signed-in',
    summary: 'Choose a refund or sadaqah',
    description:
      'Chooses a refund or sadaqah, once, for a Qurbani order of the signed-in account that wasn’t performed in time. `amount` is the refund that the donor saw, in minor units.',
    input: chosen.extend({ donationId }),
    output: donation,
    refuses: refusedChoice,
    perMinute: 20,
  }),
  'GET /v4/qurbani-choices': endpoint({
    access: 'anyone',
    summary: 'Get a Qurbani order by a mailed link',
    description:
      'Returns the Qurbani order for which the donor must choose; amounts are in minor units. Requires the token of the mailed link.',
    input: z.object({ token: z.string().max(300).default('') }),
    output: donation,
    refuses: ['not-found'],
  }),
  'POST /v4/qurbani-choices': endpoint({
    access: 'anyone',
    summary: 'Choose a refund or sadaqah by a mailed link',
    description:
      'Chooses a refund or sadaqah, once, for a Qurbani order that wasn’t performed in time. `amount` is the refund that the donor saw, in minor units. Requires the token of the mailed link.',
    input: chosen.extend({ token: z.string().max(300).default('') }),
    output: donation,
    refuses: refusedChoice,
    perMinute: 20,
  }),
}
