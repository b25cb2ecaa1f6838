import { deleteOldNotices } from './delete-old-notices.ts'
import { repeatsOfOtherVisits } from './payment-history.ts'
import { paymentProviders } from './payment-providers.ts'
import { paymentsHandlers } from './http.ts'

/** What only the server uses from this module. */
export const paymentsServer = {
  handlers: paymentsHandlers,
  jobs: { deleteOldNotices },
  reactions: { repeatsOfOtherVisits },
  paymentProviders,
}
