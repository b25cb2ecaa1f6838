import { purgeStatements, makeMissingStatements, makeStatement } from './make-statement.ts'
import { makeReceiptDocument } from './make-document.ts'
import { issueReceipts } from './issue-receipts.ts'
import { liveReceiptsOf } from './queries/issued.ts'
import { restateForAddresses } from './restate-receipts.ts'
import { receiptSnapshot } from './rules/snapshot.ts'
import { receiptsHandlers } from './http.ts'

/** The parts of this module that only the server uses. */
export const receiptsServer = {
  handlers: receiptsHandlers,
  jobs: { purgeStatements, makeMissingStatements, makeReceiptDocument, makeStatement },
  reactions: { issueReceipts, restateForAddresses },
  liveReceiptsOf,
  receiptSnapshot,
}
