import type { BankFileFormat } from '#modules/money/payouts/rules/bank-format.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Proposal, proposalAbout, reasonsAgainst, type StaffPayouts } from './drafts.ts'

/** Approved payouts that are sent in one file; the total in minor units. */
type SendGroup = {
  readonly currency: Currency
  readonly format: BankFileFormat
  readonly payouts: number
  readonly total: number
  /** Payouts that sending would cancel, or that can't be written to a file; the total is without them. */
  readonly unfit: number
}

/** Groups the approved payouts by the file in which they are sent. */
export function groupsToSend(open: StaffPayouts['open']): SendGroup[] {
  const approved = open.filter(({ state }) => state === 'approved')
  const groups = Map.groupBy(approved, ({ currency, format }) => `${currency} ${format}`)
  return [...groups.values()].flatMap((payouts) => {
    const [first] = payouts
    if (!first) return []
    const fit = payouts.filter((payout) => reasonsAgainst(payout).length === 0)
    return {
      currency: first.currency,
      format: first.format,
      payouts: fit.length,
      total: fit.reduce((sum, { total }) => sum + total, 0),
      unfit: payouts.length - fit.length,
    }
  })
}

export type ShownBatch = StaffPayouts['batches'][number] & {
  /** Its payouts that the bank hasn't confirmed. */
  readonly unconfirmed: StaffPayouts['sent']
  readonly proposal: Proposal | undefined
}

/** Returns the batches with their unconfirmed payouts and what was proposed about them. */
export const withUnconfirmed = ({ batches, sent, proposals }: StaffPayouts): ShownBatch[] =>
  batches.map((batch) => ({
    ...batch,
    unconfirmed: sent.filter(({ batchId }) => batchId === batch.id),
    proposal: proposalAbout(proposals, `payout-batch:${batch.id}`),
  }))
