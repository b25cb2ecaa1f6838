import { charityDonationsHandlers, charityDonorsHandlers, charityMailsHandlers } from './http.ts'
import { thankAutomatically } from './mails/thank-automatically.ts'

/** Exports for `server/` only. */
export const charityDonorsServer = {
  handlers: { ...charityDonationsHandlers, ...charityDonorsHandlers, ...charityMailsHandlers },
  reactions: { thankAutomatically },
}
