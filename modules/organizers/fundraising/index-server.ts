import { createOwnCharity } from './charities.ts'
import { fundraisingHandlers } from './http.ts'
import { sendNews, sendNewsTask } from './news/send-news.ts'
import { charityAskedTask, publishedTask } from './ports.ts'
import { applyDueOwnershipChanges } from './ownership/end-change.ts'
import { purgeInvitations } from './team/purge-invitations.ts'
import { warnOfExpiringVerifications } from './warn-of-expiring-verifications.ts'

export type { FundraisingPorts } from './ports.ts'

/** Exports for `server/` only. */
export const fundraisingServer = {
  handlers: fundraisingHandlers,
  createOwnCharity,
  jobs: {
    applyDueOwnershipChanges,
    charityAskedTask,
    purgeInvitations,
    publishedTask,
    sendNews,
    sendNewsTask,
    warnOfExpiringVerifications,
  },
}
