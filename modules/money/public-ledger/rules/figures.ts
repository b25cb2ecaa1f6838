import type { Currency } from '#shared/currencies.ts'
import type { FileAccount, FileMeaning } from './daily-file.ts'

/** A sum of rows; minor units, positive for debits. */
export type RowSum = {
  readonly currency: Currency
  readonly account: FileAccount
  readonly meaning: FileMeaning
  readonly amount: bigint
}

/** What happened to one kind of money, in minor units (payouts-17). */
export type Figures = {
  /** Gifts less refunds. */
  readonly received: bigint
  /** Fees that the charity bears, less those that donors covered. */
  readonly fees: bigint
  /** Payouts and releases, less repayments. */
  readonly paidOut: bigint
  /** What is owed to the charity: the rest. */
  readonly waiting: bigint
}

export type FiguresByKind = { readonly currency: Currency; readonly zakat: Figures; readonly rest: Figures }

const figuresFrom = (rows: readonly RowSum[]): Figures => {
  const sumOf = (meaning?: FileMeaning) =>
    rows.reduce((sum, row) => (meaning === undefined || row.meaning === meaning ? sum + row.amount : sum), 0n)
  return { received: -sumOf('gift'), fees: sumOf('fee'), paidOut: sumOf('payout'), waiting: -sumOf() }
}

/** Returns the figures of rows by currency, with zakat apart, in the order in which currencies first appear. */
export const figuresByKind = (rows: readonly RowSum[]): FiguresByKind[] =>
  [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, ofCurrency]) => ({
    currency,
    zakat: figuresFrom(ofCurrency.filter(({ account }) => account === 'zakat')),
    rest: figuresFrom(ofCurrency.filter(({ account }) => account !== 'zakat')),
  }))
