import type { Handlers } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import type { notificationsContract } from './contract.ts'
import type { NotificationPorts } from './mailer.ts'
import { findMail, insertVisitEvent, renderStoredMail } from './queries.ts'
import { readMailbox } from './mailbox.ts'

const onlyOutsideProduction = (app: NotificationPorts): void => {
  if (app.isProduction) throw new Problem('not-found', 'not-found')
}

export const notificationsHandlers: Handlers<typeof notificationsContract, NotificationPorts, unknown> = {
  'POST /v4/events': async ({ app, input }) => {
    await insertVisitEvent(app, input.name, input.properties, app.clock())
    return { ok: true }
  },
  'GET /v4/dev/mails': async ({ app, input }) => {
    onlyOutsideProduction(app)
    return readMailbox(app.db, input)
  },
  'GET /v4/dev/mails/:mailId': async ({ app, input }) => {
    onlyOutsideProduction(app)
    const mail = await findMail(app.db, input.mailId)
    if (!mail) throw new Problem('not-found', 'not-found')
    const { content: _, ...rest } = mail
    return { ...rest, ...renderStoredMail(mail) }
  },
}
