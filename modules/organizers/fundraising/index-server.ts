import { createOwnCharity } from './charities.ts'
import { fundraisingHandlers } from './http.ts'
import { mailNews, mailNewsTask } from './news/mail-news.ts'
import { purgeInvitations } from './team/purge-invitations.ts'
import { warnOfVerification } from './warn-of-verification.ts'

export type { FundraisingPorts } from './ports.ts'

/** Exports for `server/` only. */
export const fundraisingServer = {
  handlers: fundraisingHandlers,
  createOwnCharity,
  jobs: { purgeInvitations, mailNews, mailNewsTask, warnOfVerification },
}
