import { taxAddressesHandlers } from './http.ts'
import { scheduleAddressReminders } from './links.ts'
import { remindOfTaxAddresses } from './remind-donors.ts'

export type { TaxAddressAdded } from './add-tax-address.ts'

/** What only the server uses of this module. */
export const taxAddressesServer = {
  handlers: taxAddressesHandlers,
  jobs: { remindOfTaxAddresses },
  reactions: { scheduleAddressReminders },
}
