export { flag, type FlagPorts, setFlag } from './flag.ts'
