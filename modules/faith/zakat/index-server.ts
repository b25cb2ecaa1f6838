import { zakatMarkingHandlers } from './marking/http.ts'
import { readDistributionViews } from './distribution/distribution-view.ts'
import { remindCharities } from './distribution/remind-charities.ts'
import { distributionHandlers } from './http-distribution.ts'
import { zakatTrackingHandlers } from './http-tracking.ts'
import { zakatHandlers } from './http.ts'
import { sendZakatReminders } from './reminders/send-reminders.ts'
import { fitrClosingOf, parseObligations, parseSignOffs } from './settings.ts'

export type { MarkedAsZakat } from './marking/mark-as-zakat.ts'
export type { ZakatPorts } from './ports.ts'

/** Exports of this module for the server only. */
export const zakatServer = {
  handlers: { ...distributionHandlers, ...zakatHandlers, ...zakatMarkingHandlers, ...zakatTrackingHandlers },
  jobs: { remindCharities, sendZakatReminders },
  fitrClosingOf,
  parseObligations,
  parseSignOffs,
  readDistributionViews,
}
