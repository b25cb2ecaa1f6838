export { checkQurbaniOrders, hasQurbaniClosed } from './check-orders.ts'
export type { FulfilmentPorts } from './fulfilment/ports.ts'
export { runFulfilment } from './fulfilment/run-fulfilment.ts'
export type { QurbaniPorts } from './ports.ts'
