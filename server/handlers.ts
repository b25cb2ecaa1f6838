import { basketsHandlers } from '#modules/baskets/http.ts'
import { campaignsHandlers } from '#modules/campaigns/http.ts'
import { commentsHandlers } from '#modules/comments/http.ts'
import { givingHandlers } from '#modules/giving/http.ts'
import { identityHandlers } from '#modules/identity/http.ts'
import { notificationsHandlers } from '#modules/notifications/http.ts'
import { paymentsHandlers } from '#modules/payments/http.ts'

/** Every call's handler, by the call's name: one for each row of `modules/contract.ts`. */
export const handlers = {
  ...identityHandlers,
  ...notificationsHandlers,
  ...campaignsHandlers,
  ...paymentsHandlers,
  ...givingHandlers,
  ...basketsHandlers,
  ...commentsHandlers,
}
