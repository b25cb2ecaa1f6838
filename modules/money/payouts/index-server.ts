import { readPayoutViews } from './views.ts'
import { payoutsStaffHandlers } from './http-staff.ts'
import { payoutsHandlers } from './http.ts'
import { importStatement } from './import-statement.ts'
import { draftAsJob, draftScheduled, remindOfPayouts } from './jobs.ts'
import { listAccountsToDraft } from './queries/charity.ts'
import { listPayoutsIn } from './queries/payouts.ts'
import { findBatchByNumber } from './queries/batches.ts'
import { readBatchBytes, sendBatchBy } from './send-batch.ts'
import { readMinimums } from './rules/minimums.ts'

export type { PayoutPorts, PayoutSettings } from './ports.ts'

/** The parts of this module that only the server uses. */
export const payoutsServer = {
  readPayoutViews,
  handlers: { ...payoutsHandlers, ...payoutsStaffHandlers },
  jobs: { draftScheduled, remindOfPayouts },
  draftAsJob,
  importStatement,
  sendBatchBy,
  findBatchByNumber,
  readBatchBytes,
  listAccountsToDraft,
  listPayoutsIn,
  readMinimums,
}
