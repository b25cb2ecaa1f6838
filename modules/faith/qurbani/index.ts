export { checkQurbaniOrders, hasQurbaniClosed } from './check-orders.ts'
export type { QurbaniPorts } from './ports.ts'
