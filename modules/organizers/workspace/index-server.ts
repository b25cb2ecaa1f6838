import { workspaceHandlers } from './http.ts'
import {
  countDonorsUnderNewKeys,
  rebuildFigures,
  rollUpDonations,
  rollUpMarkedAsZakat,
  rollUpRefunds,
} from './roll-up.ts'

/** Exports for `server/` only. */
export const workspaceServer = {
  handlers: workspaceHandlers,
  rebuildFigures,
  reactions: { countDonorsUnderNewKeys, rollUpDonations, rollUpMarkedAsZakat, rollUpRefunds },
}
