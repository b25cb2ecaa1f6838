import { changeFeedHandlers } from './http.ts'
import { changesAtOnce, recordChanges } from './record-changes.ts'

/** Exports for `server/` only. */
export const changeFeedServer = { handlers: changeFeedHandlers, jobs: { recordChanges }, changesAtOnce }
