import { deleteOldNotices } from './delete-old-notices.ts'
import { repeatsOfOtherVisits } from './payment-history.ts'
import { paymentProviders } from './payment-providers.ts'
import { paymentsHandlers } from './http.ts'

/** The parts of this module that only the server uses. */
export const paymentsServer = {
  handlers: paymentsHandlers,
  jobs: { deleteOldNotices },
  reactions: { repeatsOfOtherVisits },
  paymentProviders,
}
