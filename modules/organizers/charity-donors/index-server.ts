import {
  charityDonationsHandlers,
  charityDonorsHandlers,
  charityFiltersHandlers,
  charityMailsHandlers,
  charityMergesHandlers,
} from './http.ts'
import { sendLetter, sendLetterTask } from './mails/send-letter.ts'
import { thankAutomatically } from './mails/thank-automatically.ts'
import { fillDonors, rebuildDonors } from './update-donors.ts'

/** Exports for `server/` only. */
export const charityDonorsServer = {
  handlers: {
    ...charityDonationsHandlers,
    ...charityDonorsHandlers,
    ...charityFiltersHandlers,
    ...charityMailsHandlers,
    ...charityMergesHandlers,
  },
  reactions: { thankAutomatically },
  jobs: { fillDonors, sendLetter, sendLetterTask },
  rebuildDonors,
}
