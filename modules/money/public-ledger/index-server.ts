import { publicLedgerHandlers } from './http.ts'
import { publishDay, publishDays } from './publish-days.ts'

/** The parts of this module that only the server uses. */
export const publicLedgerServer = {
  handlers: publicLedgerHandlers,
  jobs: { publishDays },
  publishDay,
}
