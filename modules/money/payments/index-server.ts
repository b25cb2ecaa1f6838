import { deleteHandledEvents } from './delete-handled-events.ts'
import { findRepeatsFromOtherVisits } from './payment-history.ts'
import { createPaymentProviders } from './payment-providers.ts'
import { paymentsHandlers } from './http.ts'

/** The parts of this module that only the server uses. */
export const paymentsServer = {
  handlers: paymentsHandlers,
  jobs: { deleteHandledEvents },
  reactions: { findRepeatsFromOtherVisits },
  createPaymentProviders,
}
