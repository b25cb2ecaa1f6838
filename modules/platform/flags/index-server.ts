import { setFlag } from './flag.ts'
import { listFlags } from './queries.ts'

/** What only the server uses from this module. */
export const flagsServer = {
  setFlag,
  listFlags,
}
