import { rescheduleTask } from './announce-month.ts'
import { plansHandlers } from './http.ts'

/** Exports for `server/` only. */
export const plansServer = {
  handlers: plansHandlers,
  jobs: { rescheduleTask },
}
