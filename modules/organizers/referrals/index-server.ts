import { creditDonations, updateReferralsAfterRefunds } from './credit.ts'
import { referralsHandlers } from './http.ts'
import { isReferralCodeValid } from './read-referer.ts'

/** Exports for `server/` only. */
export const referralsServer = {
  handlers: referralsHandlers,
  reactions: { creditDonations, updateReferralsAfterRefunds },
  isReferralCodeValid,
}
