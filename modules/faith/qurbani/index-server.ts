import { checkQurbaniOrders, hasQurbaniClosed } from './check-orders.ts'
import { runFulfilment } from './fulfilment/run-fulfilment.ts'
import { qurbaniFulfilmentHandlers } from './http-fulfilment.ts'
import { qurbaniRemindersHandlers } from './http-reminders.ts'
import { qurbaniHandlers } from './http.ts'
import { sendQurbaniReminders } from './reminders/send-reminders.ts'

export type { FulfilmentPorts } from './fulfilment/ports.ts'

/** Exports of this module for the server only. */
export const qurbaniServer = {
  handlers: { ...qurbaniHandlers, ...qurbaniRemindersHandlers, ...qurbaniFulfilmentHandlers },
  jobs: { sendQurbaniReminders, runFulfilment },
  checkQurbaniOrders,
  hasQurbaniClosed,
}
