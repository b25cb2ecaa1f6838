export type { FulfilmentPorts } from './fulfilment/ports.ts'
export { runFulfilment } from './fulfilment/run-fulfilment.ts'
