import { fundraisingHandlers } from './http.ts'
import { mailNews, mailNewsTask } from './news/mail-news.ts'
import { purgeInvitations } from './team/forget-invitations.ts'
import { warnOfVerification } from './warn-of-verification.ts'

export type { FundraisingPorts } from './ports.ts'

/** What only the server uses of this module. */
export const fundraisingServer = {
  handlers: fundraisingHandlers,
  jobs: { purgeInvitations, mailNews, mailNewsTask, warnOfVerification },
}
