import { checkQurbaniOrders, hasQurbaniClosed } from './check-orders.ts'
import { runFulfilment } from './fulfilment/run-fulfilment.ts'
import { qurbaniFulfilmentHandlers } from './http-fulfilment.ts'
import { qurbaniRemindersHandlers } from './http-reminders.ts'
import { qurbaniHandlers } from './http.ts'
import { sendQurbaniReminders } from './reminders/send-reminders.ts'

export type { FulfilmentPorts } from './fulfilment/ports.ts'

/** What only the server uses of this module. */
export const qurbaniServer = {
  handlers: { ...qurbaniHandlers, ...qurbaniRemindersHandlers, ...qurbaniFulfilmentHandlers },
  jobs: { sendQurbaniReminders, runFulfilment },
  checkQurbaniOrders,
  hasQurbaniClosed,
}
