import { plansOfCards } from './card-uses.ts'
import { planMailsHandlers } from './http.ts'
import { endUnresumed } from './end-unresumed.ts'
import { notifyLatePayments } from './notify-late.ts'
import { remindDonors, sendMonthlySummaries } from './reminders.ts'
import { sendNotice } from './send-notice.ts'

/** Exports for `server/` only. */
export const noticesServer = {
  handlers: planMailsHandlers,
  jobs: { endUnresumed, plansOfCards, remindDonors, sendNotice, sendMonthlySummaries },
  reactions: { notifyLatePayments },
}
