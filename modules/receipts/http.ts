import type { Handlers } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import type { Viewer } from '#modules/identity/index.ts'
import type { NotificationPorts } from '#modules/notifications/index.ts'
import type { receiptsContract } from './contract.ts'
import { resendReceipt } from './resend-receipt.ts'

export const receiptsHandlers: Handlers<typeof receiptsContract, NotificationPorts, Viewer> = {
  'POST /api/user/resendReceipt': ({ app, viewer, input }) => {
    if (viewer.kind !== 'account') throw new Problem('authentication', 'invalid-authorization')
    return resendReceipt(app, viewer, input.id)
  },
}
