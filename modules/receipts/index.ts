export { issueReceipts, templateVersion } from './issue-receipts.ts'
export { receiptNumberOf } from './queries.ts'
export { receiptMail } from './receipt-mail.ts'
export { receiptSnapshot as snapshotOf, type Snapshot, type SnapshotRequest } from './rules/snapshot.ts'
