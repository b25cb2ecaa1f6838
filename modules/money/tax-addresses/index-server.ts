import { taxAddressesHandlers } from './http.ts'
import { scheduleAddressReminders } from './links.ts'
import { remindOfTaxAddresses } from './remind-donors.ts'

export type { TaxAddressAdded } from './add-tax-address.ts'

/** The parts of this module that only the server uses. */
export const taxAddressesServer = {
  handlers: taxAddressesHandlers,
  jobs: { remindOfTaxAddresses },
  reactions: { scheduleAddressReminders },
}
