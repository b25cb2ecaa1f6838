export type { DiscoveryPorts } from './show-cards.ts'
