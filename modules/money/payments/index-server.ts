import { deleteOldNotices } from './delete-old-notices.ts'
import { findRepeatsFromOtherVisits } from './payment-history.ts'
import { createPaymentProviders } from './payment-providers.ts'
import { paymentsHandlers } from './http.ts'

/** The parts of this module that only the server uses. */
export const paymentsServer = {
  handlers: paymentsHandlers,
  jobs: { deleteOldNotices },
  reactions: { findRepeatsFromOtherVisits },
  createPaymentProviders,
}
