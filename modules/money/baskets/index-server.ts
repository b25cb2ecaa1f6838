import { expireBaskets, expireRequestKeys, purgeGuestBaskets } from './expire-baskets.ts'
import { closeRounds } from './close-rounds.ts'
import { associate } from './associate.ts'
import { findBasketSummary } from './open-basket.ts'
import { basketsHandlers } from './http.ts'

/** The parts of this module that only the server uses. */
export const basketsServer = {
  handlers: basketsHandlers,
  jobs: { expireBaskets, expireRequestKeys, purgeGuestBaskets },
  reactions: { closeRounds },
  associate,
  findBasketSummary,
}
