import { makeReceiptDocument } from './make-document.ts'
import { purgeStatements, makeMissingStatements, makeStatement } from './make-statement.ts'
import { issueReceipts } from './issue-receipts.ts'
import { liveReceiptsOf } from './queries/issued.ts'
import { restateForAddresses } from './restate-receipts.ts'
import { receiptSnapshot } from './rules/snapshot.ts'
import { receiptsHandlers } from './http.ts'
import { taxAddressesHandlers } from './tax-addresses/http.ts'
import { scheduleAddressReminders } from './tax-addresses/links.ts'
import { remindOfTaxAddresses } from './tax-addresses/remind-donors.ts'

export type { TaxAddressAdded } from './tax-addresses/add-tax-address.ts'

/** The parts of this module that only the server uses. */
export const receiptsServer = {
  handlers: { ...receiptsHandlers, ...taxAddressesHandlers },
  jobs: { purgeStatements, makeMissingStatements, makeReceiptDocument, makeStatement, remindOfTaxAddresses },
  reactions: { issueReceipts, restateForAddresses, scheduleAddressReminders },
  liveReceiptsOf,
  receiptSnapshot,
}
