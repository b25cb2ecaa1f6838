import type { BankFieldsAdapter } from '../../rules/bank-fields.ts'
import { mountFrame } from './frame.ts'

/** The sandbox's choice of a test account. */
export const bankFields: BankFieldsAdapter = {
  mount: async (into, settings) => mountFrame(into, settings, { name: 'bank-account', blockSize: '6rem' }),
}
