import { checkQurbaniOrders, hasQurbaniClosed } from './check-orders.ts'
import { qurbaniRemindersHandlers } from './http-reminders.ts'
import { qurbaniHandlers } from './http.ts'
import { sendQurbaniReminders } from './reminders/send-reminders.ts'

export type { QurbaniPorts } from './ports.ts'

/** What only the server uses of this module. */
export const qurbaniServer = {
  handlers: { ...qurbaniHandlers, ...qurbaniRemindersHandlers },
  jobs: { sendQurbaniReminders },
  checkQurbaniOrders,
  hasQurbaniClosed,
}
