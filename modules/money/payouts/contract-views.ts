import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { bankFileFormats } from './rules/bank-format.ts'
import { moneyKinds } from './rules/amounts.ts'
import { holdReasons } from './rules/holds.ts'
import { payoutStates } from './rules/states.ts'

export const minor = z.number().int()
export const kind = z.enum(moneyKinds)

export const payoutView = z.object({
  id: z.string(),
  /** As on the bank's statement. */
  reference: z.string(),
  kind: z.enum(['payout', 'opening']),
  state: z.enum(payoutStates),
  currency,
  total: minor,
  /** Parts of the total: zakat, and the rest before the reserve. */
  zakat: minor,
  rest: minor,
  reserve: minor,
  released: minor,
  /** Last digits of the account. */
  lastFour: z.string(),
  draftedAt: instant,
  sentAt: instant.nullable(),
  /** The bank's value date. */
  paidOn: z.string().nullable(),
  endedAt: instant.nullable(),
  /** Why it was cancelled (a code) or failed (the bank's words). */
  reason: z.string(),
})
z.globalRegistry.add(payoutView, { id: 'Payout', description: 'A payout to a charity; amounts in minor units.' })

export const hold = z.object({ reason: z.enum(holdReasons), until: instant.nullable() })
z.globalRegistry.add(hold, { id: 'PayoutHold', description: 'Why money of a charity can’t be paid out yet.' })

export const overviewView = z.object({
  currency,
  /** Free entries before reserve and minimum. */
  free: z.object({ zakat: minor, rest: minor }),
  held: z.array(
    z.object({
      kind,
      reason: z.enum(holdReasons),
      amount: minor,
      firstUntil: instant.nullable(),
      lastUntil: instant.nullable(),
    }),
  ),
  /** In payouts that aren't sent yet. */
  prepared: minor,
  reserve: minor,
  reserves: z.array(z.object({ reference: z.string(), amount: minor, from: z.string(), isDisputed: z.boolean() })),
  onItsWay: minor,
  paid: minor,
  /** What a payout would pay today, if the charity has no hold. */
  today: z.object({ total: minor, zakat: minor, rest: minor, reserve: minor, released: minor }),
  minimum: minor,
  reservePercent: z.number().int(),
  /** Holds of the charity. */
  holds: z.array(hold),
  canRequest: z.boolean(),
  /** Date of the next automatic draft; null: none. */
  nextDraftOn: z.string().nullable(),
})
z.globalRegistry.add(overviewView, {
  id: 'PayoutOverview',
  description: 'A charity’s money in one currency: free, held, in reserve, on its way and paid; in minor units.',
})

export const statementView = z.object({
  payout: payoutView,
  charity: z.object({ id: z.string(), name: z.string() }),
  campaigns: z.array(
    z.object({ id: z.string(), name: z.string(), zakat: minor, rest: minor, reserve: minor, released: minor }),
  ),
  /** Reserves of earlier payouts that this one releases. */
  releases: z.array(z.object({ reference: z.string(), campaignId: z.string(), amount: minor })),
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
      gift: minor,
      coveredFee: minor,
      processingFee: minor,
      other: minor,
      zakat: minor,
      net: minor,
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
  total: minor,
  /** Of the file, in hexadecimal digits. */
  sha256: z.string(),
  createdAt: instant,
})
z.globalRegistry.add(batchView, {
  id: 'PayoutBatch',
  description: 'A bank file with payouts; its total in minor units.',
})

const figures = z.object({
  /** Gifts before refunds. */
  received: minor,
  returned: minor,
  /** The provider's fees that the charity bears, less those that donors covered; negative if they covered more. */
  fees: minor,
  /** Sent payouts that didn't fail, less repayments. */
  paidOut: minor,
  /** The rest. */
  waiting: minor,
})
export const publicTotalsView = z.object({
  /** By currency; empty if this installation pays nothing out. */
  totals: z.array(z.object({ currency, zakat: figures, rest: figures })),
})
z.globalRegistry.add(publicTotalsView, {
  id: 'PublicPayoutTotals',
  description: 'What was received and paid out to the charity, by the ledger; amounts in minor units, zakat apart.',
})
export type PublicTotalsView = z.output<typeof publicTotalsView>
