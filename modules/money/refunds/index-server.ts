import { disputedTask } from './ports.ts'
import { queueUnmatchedCharges, queueStuckPayments } from './manual-review/queue-payments.ts'
import { resolveDueRefunds, sweepRefunds, handleRefundWebhooks } from './look-up.ts'
import { watchDisputes } from './watch-disputes.ts'
import { remindOfEvidence } from './alerts/remind-of-evidence.ts'
import { refundDuplicateLink } from './refund-duplicate.ts'
import { handleWarningWebhooks, sweepWarnings } from './alerts/payment-warnings.ts'
import { notifyDonorsOfRefunds } from './notify-donors.ts'
import { refundsHandlers } from './http.ts'

export type { RefundEventData } from './queries/posting-of-refund.ts'

/** The parts of this module that only the server uses. */
export const refundsServer = {
  handlers: refundsHandlers,
  disputedTask,
  jobs: {
    queueUnmatchedCharges,
    queueStuckPayments,
    resolveDueRefunds,
    sweepRefunds,
    handleRefundWebhooks,
    handleWarningWebhooks,
    sweepWarnings,
    watchDisputes,
    remindOfEvidence,
  },
  reactions: { refundDuplicateLink, notifyDonorsOfRefunds },
}
