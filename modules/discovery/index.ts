export { discoveryHandlers } from './http.ts'
export type { DiscoveryPorts } from './show-cards.ts'
