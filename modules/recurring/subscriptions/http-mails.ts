import type { Handlers } from '#shared/endpoint.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { planMailsContract } from './contract-mails.ts'
import { chooseMails, lookAtMails } from './mail-wishes.ts'
import type { TellingPorts } from './port.ts'

export const planMailsHandlers: Handlers<typeof planMailsContract, TellingPorts, Viewer> = {
  'GET /v4/scheduled-giving/mails/:token': ({ app, input, facts }) => lookAtMails(app, facts.locale, input.token),
  'POST /v4/scheduled-giving/mails/:token': ({ app, input, facts }) => chooseMails(app, facts.locale, input),
}
