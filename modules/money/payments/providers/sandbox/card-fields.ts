import type { CardFieldsAdapter } from '../../rules/card-fields.ts'
import { mountFrame } from './frame.ts'

/** Shows the sandbox's card fields and, in a frame, the challenges of its bank. */
export const cardFields: CardFieldsAdapter = {
  mount: async (into, settings) => mountFrame(into, settings, { name: 'card', blockSize: '11rem' }),
  challenges: {
    frameUrl(challengeUrl, locale) {
      const url = new URL(challengeUrl)
      url.searchParams.set('locale', locale)
      return url.href
    },
  },
}
