import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { bankFileFormats } from './rules/bank-format.ts'
import { moneyKinds } from './rules/amounts.ts'
import { holdReasons } from './rules/holds.ts'
import { payoutStates } from './rules/states.ts'

export const kind = z.enum(moneyKinds)

export const payoutView = z.object({
  id: z.string(),
  reference: z.string().describe('The reference on the bank’s statement.'),
  kind: z.enum(['payout', 'opening']),
  state: z.enum(payoutStates),
  currency,
  total: minorUnits,
  zakat: minorUnits.describe('The part of the total that is zakat.'),
  rest: minorUnits,
  reserve: minorUnits,
  released: minorUnits,
  lastFour: z.string().describe('Last digits of the account.'),
  draftedAt: instant,
  sentAt: instant.nullable(),
  paidOn: z.string().nullable().describe('The bank’s value date.'),
  endedAt: instant.nullable(),
  reason: z.string().describe('Why it was cancelled (a code) or failed (the bank’s words).'),
})
z.globalRegistry.add(payoutView, { id: 'Payout', description: 'A payout to a charity; amounts in minor units.' })

export const hold = z.object({ reason: z.enum(holdReasons), until: instant.nullable() })
z.globalRegistry.add(hold, { id: 'PayoutHold', description: 'Why money of a charity can’t be paid out yet.' })

export const overviewView = z.object({
  currency,
  free: z.object({ zakat: minorUnits, rest: minorUnits }).describe('Free entries before reserve and minimum.'),
  held: z.array(
    z.object({
      kind,
      reason: z.enum(holdReasons),
      amount: minorUnits,
      firstUntil: instant.nullable(),
      lastUntil: instant.nullable(),
    }),
  ),
  prepared: minorUnits.describe('In payouts that aren’t sent yet.'),
  reserve: minorUnits,
  reserves: z.array(z.object({ reference: z.string(), amount: minorUnits, from: z.string(), isDisputed: z.boolean() })),
  onItsWay: minorUnits,
  paid: minorUnits,
  today: z
    .object({ total: minorUnits, zakat: minorUnits, rest: minorUnits, reserve: minorUnits, released: minorUnits })
    .describe('What a payout would pay today, if the charity has no hold.'),
  minimum: minorUnits,
  reservePercent: z.number().int(),
  holds: z.array(hold).describe('Holds of the charity.'),
  canRequest: z.boolean(),
  nextDraftOn: z.string().nullable().describe('Date of the next automatic draft; null: none.'),
})
z.globalRegistry.add(overviewView, {
  id: 'PayoutOverview',
  description: 'A charity’s money in one currency: free, held, in reserve, on its way and paid; in minor units.',
})

export const statementView = z.object({
  payout: payoutView,
  charity: z.object({ id: z.string(), name: z.string() }),
  campaigns: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      zakat: minorUnits,
      rest: minorUnits,
      reserve: minorUnits,
      released: minorUnits,
    }),
  ),
  releases: z
    .array(z.object({ reference: z.string(), campaignId: z.string(), amount: minorUnits }))
    .describe('Reserves of earlier payouts that this one releases.'),
  /** The first rows; the CSV file has all of them. */
  rows: z.array(
    z.object({
      date: z.string(),
      kind: z.enum([
        'donation',
        'refund',
        'refund-returned',
        'dispute',
        'marked-as-zakat',
        'qurbani-as-sadaqah',
        'repayment',
        'correction',
      ]),
      reference: z.string(),
      donor: z.string(),
      campaign: z.string(),
      gift: minorUnits,
      coveredFee: minorUnits,
      processingFee: minorUnits,
      other: minorUnits,
      zakat: minorUnits,
      net: minorUnits,
    }),
  ),
  rowCount: z.number().int(),
})
z.globalRegistry.add(statementView, {
  id: 'PayoutStatement',
  description: 'A payout with its statement: one row per ledger transaction and campaign; in minor units.',
})

export const batchView = z.object({
  id: z.string(),
  reference: z.string(),
  currency,
  format: z.enum(bankFileFormats),
  payouts: z.number().int(),
  total: minorUnits,
  sha256: z.string().describe('SHA-256 of the file, in hexadecimal digits.'),
  createdAt: instant,
})
z.globalRegistry.add(batchView, {
  id: 'PayoutBatch',
  description: 'A bank file with payouts; its total in minor units.',
})

const figures = z.object({
  received: minorUnits.describe('Gifts before refunds.'),
  returned: minorUnits,
  fees: minorUnits.describe(
    'The provider’s fees that the charity bears, less those that donors covered; negative if they covered more.',
  ),
  paidOut: minorUnits.describe('Sent payouts that didn’t fail, less repayments.'),
  waiting: minorUnits.describe('What is left to pay out.'),
})
export const publicTotalsView = z.object({
  totals: z
    .array(z.object({ currency, zakat: figures, rest: figures }))
    .describe('By currency; empty if this installation pays nothing out.'),
})
z.globalRegistry.add(publicTotalsView, {
  id: 'PublicPayoutTotals',
  description: 'What was received and paid out to the charity, by the ledger; amounts in minor units, zakat apart.',
})
export type PublicTotalsView = z.output<typeof publicTotalsView>
