import { deedsHandlers } from './http.ts'
import { openDeedsYear } from './open-year.ts'
import { deedsTask, recalculateDeeds, queueRecalculation } from './recalculate.ts'
import { parseParticipants } from './settings.ts'

export type { DeedsPorts } from './ports.ts'

/** Exports of this module for the server only. */
export const deedsServer = {
  handlers: deedsHandlers,
  jobs: { deedsTask, openDeedsYear, recalculateDeeds },
  reactions: { queueRecalculation },
  parseParticipants,
}
