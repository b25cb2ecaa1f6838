export type { QurbaniPorts } from './ports.ts'
