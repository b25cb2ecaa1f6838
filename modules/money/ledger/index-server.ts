import { saveChecks } from './queries.ts'
import { addToZakatFeeFund, listZakatFeeFundBalances } from './zakat-fee-fund.ts'

/** The parts of this module that only the server uses. */
export const ledgerServer = {
  saveChecks,
  addToZakatFeeFund,
  listZakatFeeFundBalances,
}
