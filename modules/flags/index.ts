export { flag, type FlagPorts, listFlags, setFlag } from './flags.ts'
