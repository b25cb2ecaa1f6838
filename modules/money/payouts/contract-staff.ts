import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { endpoint } from '#shared/endpoint.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { batchView, hold, kind, payoutView, statementView } from './contract-views.ts'
import { bankFileFormats } from './rules/bank-format.ts'
import { dateOrders } from './rules/bank-statement.ts'

const organizationId = numericId
/** In minor units. */
const amountInput = z.number().int()
const reason = z.string().trim().min(1).max(500)
const done = z.object({ done: z.literal(true) })
/** `proposed`: a second person must make the same call. */
const decision = z.object({ result: z.enum(['proposed', 'done']) })
const charity = z.object({ id: z.string(), name: z.string() })
const staff = { access: 'staff', roles: ['finance'] } as const
const ofCharity = ['charity-not-found', 'own-charity', 'payouts-unavailable'] as const
const ofPayout = ['payout-not-found', 'payout-decided', 'reauthentication-required', 'payouts-unavailable'] as const

/** What a row of a statement means for the payout or batch that it names. */
const meaning = z.enum(['paid', 'returned', 'differs'])

/** An open payout for staff. */
const openPayout = payoutView.extend({
  charity,
  approvals: z.number().int(),
  /** Whether the signed-in account can approve it, and otherwise why not. */
  canApprove: z.boolean(),
  refusal: z.string().nullable(),
  /** Why approving or sending it would cancel it; null if it wouldn't. */
  wouldCancel: z.string().nullable(),
  holds: z.array(hold),
  /** Whether the holder's name can be written to a bank file. */
  hasPrintableName: z.boolean(),
  format: z.enum(bankFileFormats),
})

const mapping = z.object({
  date: z.string().max(100),
  dateOrder: z.enum(dateOrders),
  amount: z.string().max(100).default(''),
  debit: z.string().max(100).default(''),
  credit: z.string().max(100).default(''),
  text: z.string().max(100),
  decimal: z.enum(['.', ',']),
})
z.globalRegistry.add(mapping, {
  id: 'BankMapping',
  description: 'How a bank names the columns of its statements; empty: it has no such column.',
})

/** Calls of staff finance about payouts. */
export const payoutsStaffContract = {
  'GET /v4/staff/payouts': endpoint({
    ...staff,
    summary: 'List open payouts',
    description:
      'Returns payouts to approve and to send, sent ones, the newest ended ones, batches, bank statements, debts, proposals and missing openings, in minor units. Requires the finance role.',
    input: z.object({}),
    output: z.object({
      approvalsNeeded: z.number().int(),
      open: z.array(openPayout),
      sent: z.array(payoutView.extend({ charity, batchId: z.string().nullable(), isLate: z.boolean() })),
      /** The newest payouts that were paid, failed or cancelled. */
      ended: z.array(payoutView.extend({ charity })),
      batches: z.array(batchView),
      statementRows: z.array(
        z.object({
          id: z.string(),
          bank: z.string(),
          bookedOn: z.string(),
          amount: minorUnits,
          currency,
          reference: z.string(),
          meaning,
          payoutId: z.string().nullable(),
          batchId: z.string().nullable(),
        }),
      ),
      proposals: z.array(
        z.object({
          subject: z.string(),
          details: z.record(z.string(), z.string()),
          proposedAt: instant,
          isOwn: z.boolean(),
        }),
      ),
      debts: z.array(
        z.object({
          charity,
          currency,
          kind,
          amount: minorUnits,
          /** Its fundraisers that owe, the largest debt first. */
          campaigns: z.array(z.object({ id: z.string(), name: z.string(), amount: minorUnits })),
        }),
      ),
      openings: z.array(z.object({ charity, currency, zakat: minorUnits, rest: minorUnits })),
      holds: z.array(z.object({ charity, reason: z.string(), setAt: instant })),
      /** Charities whose reserve percentage staff set, with the newest one. */
      reserves: z.array(z.object({ charity, percent: z.number().int(), reason: z.string(), setAt: instant })),
      reservePercent: z.number().int(),
      banks: z.array(z.string()),
      charities: z.array(charity),
    }),
    refuses: ['payouts-unavailable'],
  }),
  'GET /v4/staff/payouts/:payoutId': endpoint({
    ...staff,
    summary: 'Get a payout’s statement as staff',
    description: 'Returns a payout with its statement, in minor units. Requires the finance role.',
    input: z.object({ payoutId: uuid }),
    output: statementView,
    refuses: ['payout-not-found', 'payouts-unavailable'],
  }),
  'POST /v4/staff/payouts/:payoutId/approval': endpoint({
    ...staff,
    summary: 'Approve a payout',
    description:
      'Approves a drafted payout, or cancels it if it no longer fits; with two approvals, the first leaves it in draft. Requires the finance role and a recent proof of identity, from someone who isn’t a member and didn’t request it.',
    perMinute: 60,
    input: z.object({ payoutId: uuid }),
    output: payoutView,
    refuses: [...ofPayout, 'payout-own-request', 'payout-approved-already', 'own-charity', 'payout-name-unprintable'],
  }),
  'POST /v4/staff/payouts/:payoutId/refusal': endpoint({
    ...staff,
    summary: 'Refuse a payout',
    description: 'Cancels a payout that isn’t sent; its money can be paid out later. Requires the finance role.',
    input: z.object({ payoutId: uuid, note: reason }),
    output: payoutView,
    refuses: ['payout-not-found', 'payout-decided', 'own-charity', 'payouts-unavailable'],
  }),
  'POST /v4/staff/payouts/:payoutId/outcome': endpoint({
    ...staff,
    summary: 'Mark a payout as paid or failed',
    description:
      'Marks a sent payout as paid, with the value date, or as failed, with the bank’s reason; a second person makes the same call. Requires the finance role and a recent proof of identity.',
    input: z.object({
      payoutId: uuid,
      outcome: z.enum(['paid', 'failed']),
      paidOn: z.string().max(20).default(''),
      reason: z.string().max(200).default(''),
    }),
    output: decision,
    refuses: [...ofPayout, 'own-charity', 'payout-reserve-released'],
  }),
  'POST /v4/staff/payout-batches': endpoint({
    ...staff,
    summary: 'Send approved payouts',
    description:
      'Writes one bank file with all approved payouts of a currency and format, and marks them as sent. Requires the finance role and a recent proof of identity.',
    perMinute: 10,
    input: z.object({ currency, format: z.enum(bankFileFormats) }),
    output: batchView,
    refuses: ['reauthentication-required', 'payout-batch-empty', 'payout-sender-missing', 'payouts-unavailable'],
  }),
  'GET /v4/staff/payout-batches/:batchId/file': endpoint({
    ...staff,
    summary: 'Download a bank file',
    description:
      'Returns the file of a batch, always the same bytes; each download is in the audit log. Requires the finance role and a recent proof of identity.',
    perMinute: 30,
    input: z.object({ batchId: uuid }),
    output: z.object({}),
    sends: ['application/xml', 'text/csv'],
    refuses: ['payout-batch-not-found', 'reauthentication-required', 'payouts-unavailable'],
  }),
  'POST /v4/staff/payout-batches/:batchId/outcome': endpoint({
    ...staff,
    summary: 'Mark a batch as paid',
    description:
      'Marks all sent payouts of a batch as paid, with the value date; a second person makes the same call. Requires the finance role and a recent proof of identity.',
    input: z.object({ batchId: uuid, paidOn: z.string().max(20) }),
    output: decision,
    refuses: ['payout-batch-not-found', 'payout-decided', 'reauthentication-required', 'payouts-unavailable'],
  }),
  'POST /v4/staff/payout-statements': endpoint({
    ...staff,
    summary: 'Import a bank statement',
    description:
      'Reads a CSV statement and proposes which payouts were paid or returned; books nothing. The columns are saved for the bank. A preview saves nothing. Amounts are in minor units. Requires the finance role.',
    perMinute: 10,
    bytesMax: 14_000_000,
    input: z.object({
      bank: z.string().trim().min(1).max(80),
      currency,
      mapping: mapping.nullable().default(null),
      text: z.string().max(10_000_000),
      preview: z.boolean().default(false),
    }),
    output: z.object({
      rows: z.number().int(),
      /** The new rows that name a payout or batch. */
      found: z.array(z.object({ bookedOn: z.string(), amount: minorUnits, reference: z.string(), meaning })),
      matched: z.number().int(),
      differing: z.number().int(),
      known: z.number().int(),
    }),
    refuses: ['payouts-unavailable'],
  }),
  'POST /v4/staff/charities/:organizationId/payout-hold': endpoint({
    ...staff,
    summary: 'Hold a charity’s payouts',
    description: 'Holds all payouts of a charity, with a reason that its members receive. Requires the finance role.',
    input: z.object({ organizationId, reason }),
    output: done,
    refuses: [...ofCharity, 'payout-hold-set'],
  }),
  'DELETE /v4/staff/charities/:organizationId/payout-hold': endpoint({
    ...staff,
    summary: 'Lift the hold of a charity’s payouts',
    description: 'Lifts the hold that staff set on a charity. Requires the finance role.',
    input: z.object({ organizationId }),
    output: done,
    refuses: [...ofCharity, 'payout-hold-not-found'],
  }),
  'POST /v4/staff/charities/:organizationId/payout-reserve': endpoint({
    ...staff,
    summary: 'Set a charity’s reserve',
    description: 'Sets the reserve percentage of a charity from now on, with a reason. Requires the finance role.',
    input: z.object({ organizationId, percent: z.number().int().min(0).max(50), reason }),
    output: done,
    refuses: ofCharity,
  }),
  'POST /v4/staff/charities/:organizationId/payout-debts': endpoint({
    ...staff,
    summary: 'Book or write off a debt',
    description:
      'Books a debt that a charity repaid to the operator’s account, or writes it off, in minor units; a second person makes the same call. Requires the finance role and a recent proof of identity.',
    input: z.object({
      organizationId,
      currency,
      kind,
      how: z.enum(['repaid', 'written-off']),
      campaignId: numericId,
      amount: amountInput.min(1),
      reason,
    }),
    output: decision,
    refuses: [...ofCharity, 'payout-debt-smaller', 'reauthentication-required'],
  }),
  'POST /v4/staff/charities/:organizationId/payout-opening': endpoint({
    ...staff,
    summary: 'Record what a charity was paid before',
    description:
      'Records that everything up to an instant was paid outside, with the sums in minor units, or that nothing was paid; a second person makes the same call. Requires the finance role and a recent proof of identity.',
    input: z.object({
      organizationId,
      currency,
      result: z.enum(['paid-outside', 'nothing']),
      until: z.iso.datetime().optional(),
      zakat: amountInput.default(0),
      rest: amountInput.default(0),
    }),
    output: decision,
    refuses: [...ofCharity, 'payout-opening-recorded', 'payout-opening-differs', 'reauthentication-required'],
  }),
}
