import { remindCharities } from './distribution/remind-charities.ts'
import { distributionHandlers } from './http-distribution.ts'
import { zakatTrackingHandlers } from './http-tracking.ts'
import { zakatHandlers } from './http.ts'
import { sendZakatReminders } from './reminders/send-reminders.ts'
import { fitrClosingOf, parseObligations, parseSignOffs } from './settings.ts'

export type { ZakatPorts } from './ports.ts'

/** What only the server uses of this module. */
export const zakatServer = {
  handlers: { ...distributionHandlers, ...zakatHandlers, ...zakatTrackingHandlers },
  jobs: { remindCharities, sendZakatReminders },
  fitrClosingOf,
  parseObligations,
  parseSignOffs,
}
