export { flag, type FlagPorts, setFlag } from './flag.ts'
export { listFlags } from './queries.ts'
