import { deliverMails } from './deliver-mails.ts'
import { purgeVisitEvents } from './purge-events.ts'
import { purgeMailTexts } from './purge-mails.ts'
import { notificationsHandlers } from './http.ts'

export type { Mailer } from './mailer.ts'

/** What only the server uses from this module. */
export const notificationsServer = {
  handlers: notificationsHandlers,
  jobs: { deliverMails, purgeMailTexts, purgeVisitEvents },
}
