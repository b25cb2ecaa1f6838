import { sealEntries } from './seal.ts'

/** What only the server uses of this module. */
export const auditServer = {
  jobs: { sealEntries },
}
