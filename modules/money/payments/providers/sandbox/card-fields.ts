import type { CardFieldsAdapter } from '../../rules/card-fields.ts'
import { mountFrame } from './frame.ts'

/** Shows the sandbox's card fields. */
export const cardFields: CardFieldsAdapter = {
  mount: async (into, settings) => mountFrame(into, settings, { name: 'card', blockSize: '11rem' }),
}
