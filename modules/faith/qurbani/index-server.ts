import { checkQurbaniOrders, hasQurbaniClosed } from './check-orders.ts'
import { qurbaniHandlers } from './http.ts'

export type { QurbaniPorts } from './ports.ts'

/** What only the server uses of this module. */
export const qurbaniServer = {
  handlers: qurbaniHandlers,
  checkQurbaniOrders,
  hasQurbaniClosed,
}
