export { flag, type FlagPorts } from './flag.ts'
