import { cardJobs } from './port.ts'
import { handleCardWebhooks, updateChargedCards } from './current-cards.ts'
import { detachCard, detachEverything, endAbandonedSetup } from './jobs.ts'
import { warnOfExpiry } from './warn-of-expiry.ts'
import { saveCards } from './save-card.ts'
import { cardsHandlers } from './http.ts'

/** The parts of this module that only the server uses. */
export const cardsServer = {
  handlers: cardsHandlers,
  cardJobs,
  jobs: { detachCard, detachEverything, endAbandonedSetup, handleCardWebhooks, warnOfExpiry },
  reactions: { saveCards, updateChargedCards },
}
