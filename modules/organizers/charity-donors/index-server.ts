import {
  charityDonationsHandlers,
  charityDonorsHandlers,
  charityFiltersHandlers,
  charityMailsHandlers,
  charityMergesHandlers,
} from './http.ts'
import { sendLetter, sendLetterTask } from './mails/send-letter.ts'
import { fillDonorTexts, rebuildTexts, textsAtOnce } from './queries/donor-texts.ts'
import { thankAutomatically } from './mails/thank-automatically.ts'

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
  jobs: { fillDonorTexts, sendLetter, sendLetterTask },
  rebuildTexts,
  textsAtOnce,
}
