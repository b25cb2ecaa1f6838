import type { Handlers } from '#shared/endpoint.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { planMailsContract } from '../contract-notices.ts'
import { readMailPreferences, saveMailPreferences } from './mail-preferences.ts'
import type { NoticePorts } from './ports.ts'

export const planMailsHandlers: Handlers<typeof planMailsContract, NoticePorts, Viewer> = {
  'GET /v4/scheduled-giving/mails/:token': ({ app, input, context }) =>
    readMailPreferences(app, context.locale, input.token),
  'POST /v4/scheduled-giving/mails/:token': ({ app, input, context }) =>
    saveMailPreferences(app, context.locale, input),
}
