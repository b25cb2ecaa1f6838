import type { BankFieldsAdapter } from '../../rules/bank-fields.ts'
import { mountFrame } from './frame.ts'

/** Shows the sandbox's choice of test bank accounts. */
export const bankFields: BankFieldsAdapter = {
  mount: async (into, settings) => mountFrame(into, settings, { name: 'bank-account', blockSize: '6rem' }),
}
