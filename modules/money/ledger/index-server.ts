import { keepChecks } from './queries.ts'
import { addToZakatFeeFund, listZakatFeeFundBalances } from './zakat-fee-fund.ts'

/** What only the server uses of this module. */
export const ledgerServer = {
  keepChecks,
  addToZakatFeeFund,
  listZakatFeeFundBalances,
}
