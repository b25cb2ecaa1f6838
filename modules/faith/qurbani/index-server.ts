import { checkQurbaniOrders, hasQurbaniClosed } from './check-orders.ts'
import { runFulfilment } from './fulfilment/run-fulfilment.ts'
import { qurbaniFulfilmentHandlers } from './http-fulfilment.ts'
import { qurbaniHandlers } from './http.ts'

export type { FulfilmentPorts } from './fulfilment/ports.ts'

/** What only the server uses of this module. */
export const qurbaniServer = {
  handlers: { ...qurbaniHandlers, ...qurbaniFulfilmentHandlers },
  jobs: { runFulfilment },
  checkQurbaniOrders,
  hasQurbaniClosed,
}
