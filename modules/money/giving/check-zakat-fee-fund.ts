import type { Db } from '#shared/ports.ts'
import type { Fault } from '#shared/problem.ts'
import { findZakatFeeFundBalance } from '#modules/money/ledger/index.ts'
import type { Quote } from './rules/quote.ts'

/** Returns the processing fees of these quotes that the sponsor's fund pays, in minor units. */
const sponsoredFee = (quotes: readonly Quote[]): bigint =>
  quotes.reduce((sum, { feeBearer, feeShare }) => (feeBearer === 'sponsor' ? sum + feeShare.amount : sum), 0n)

/**
 * Checks that the sponsor's fund can pay the processing fees of a payment (ledger-12). Reserves nothing, so
 * concurrent payments can overdraw the fund by their fees.
 */
export async function checkZakatFeeFund(db: Db, quotes: readonly Quote[]): Promise<Fault | undefined> {
  const [first] = quotes
  const fee = sponsoredFee(quotes)
  if (!first || fee === 0n) return undefined
  return (await findZakatFeeFundBalance(db, first.currency)) < fee ? { code: 'zakat-fee-fund-empty' } : undefined
}
