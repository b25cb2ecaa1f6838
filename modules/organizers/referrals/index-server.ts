import { creditGifts, followRefunds } from './credit.ts'
import { referralsHandlers } from './http.ts'
import { codeCounts } from './read-referer.ts'

/** What only the server uses of this module. */
export const referralsServer = {
  handlers: referralsHandlers,
  reactions: { creditGifts, followRefunds },
  codeCounts,
}
