export type { TrustPorts } from './ports.ts'
