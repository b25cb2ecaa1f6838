export { type FlagPorts, flag } from './flag.ts'
