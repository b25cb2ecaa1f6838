export { issueReceipts, templateVersion } from './issue-receipts.ts'
export { receiptMail } from './receipt-mail.ts'
export { receiptSnapshot, type Snapshot } from './rules/snapshot.ts'
