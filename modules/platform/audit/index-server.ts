import { addCheckpoints } from './checkpoints.ts'

/** What only the server uses from this module. */
export const auditServer = {
  jobs: { addCheckpoints },
}
