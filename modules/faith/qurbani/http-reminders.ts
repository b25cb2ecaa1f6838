import type { Handlers } from '#shared/endpoint.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { qurbaniRemindersContract } from './contract-reminders.ts'
import { requestReminder } from './reminders/request-reminder.ts'
import type { ReminderPorts } from './reminders/ports.ts'
import { getReminderSubscription, unsubscribeFromReminders } from './reminders/unsubscribe.ts'

export const qurbaniRemindersHandlers: Handlers<typeof qurbaniRemindersContract, ReminderPorts, Viewer> = {
  'POST /v4/qurbani/reminders': async ({ app, context, input }) => {
    await requestReminder(app, context, input.email)
    return { ok: true as const }
  },
  'GET /v4/unsubscribe/qurbani/:token': ({ app, input }) => getReminderSubscription(app, input.token),
  'POST /v4/unsubscribe/qurbani/:token': ({ app, input }) => unsubscribeFromReminders(app, input.token),
}
