import type { Handlers } from '#shared/endpoint.ts'
import { accountOf, type IdentityPorts, type Viewer } from '#modules/platform/identity/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import type { receiptsContract } from './contract.ts'
import { listReceipts } from './list-receipts.ts'
import { receiptDocument, receiptsOfDonation } from './receipt-document.ts'
import { replaceReceipt } from './replace-receipt.ts'
import { resendByStaff } from './resend-by-staff.ts'
import { receiptOfDonation, resendReceipt } from './resend-receipt.ts'
import { requestStatement, listStatements, statementDocument } from './statements.ts'

export const receiptsHandlers: Handlers<typeof receiptsContract, IdentityPorts & NotificationPorts, Viewer> = {
  'GET /v4/receipts': ({ app, viewer, input }) => listReceipts(app, accountOf(viewer).accountId, input),
  'GET /v4/receipts/:receiptId/document': ({ app, viewer, context, input }) =>
    receiptDocument(app, viewer, context, input),
  'GET /v4/donations/:intentId/receipts': ({ app, input }) => receiptsOfDonation(app, input),
  'POST /v4/receipts/:receiptId/replacement': ({ app, viewer, context, input }) =>
    replaceReceipt(app, viewer, context.ip, input),
  'POST /v4/staff/receipts/:receiptId/copies': ({ app, viewer, context, input }) =>
    resendByStaff(app, accountOf(viewer), context, input.receiptId),
  'GET /v4/statements': ({ app, viewer, context }) => listStatements(app, accountOf(viewer), context.locale),
  'POST /v4/statements': ({ app, viewer, context, input }) =>
    requestStatement(app, accountOf(viewer), context.locale, input),
  'GET /v4/statements/:statementId/document': ({ app, viewer, context, input }) =>
    statementDocument(app, accountOf(viewer), context, input),
  'GET /v4/account/donations/:donationId/receipt': async ({ app, viewer, input }) => ({
    receipt: await receiptOfDonation(app, accountOf(viewer).accountId, input.donationId),
  }),
  'POST /api/user/resendReceipt': ({ app, viewer, context, input }) =>
    resendReceipt(app, accountOf(viewer), input.id, context.idempotencyKey),
}
