import { basketsContract } from './baskets/contract.ts'
import { campaignsContract } from './campaigns/contract.ts'
import { commentsContract } from './comments/contract.ts'
import { givingContract } from './giving/contract.ts'
import { identityContract } from './identity/contract.ts'
import { notificationsContract } from './notifications/contract.ts'
import { paymentsContract } from './payments/contract.ts'

/** Every call of the product, by its name. The server answers by it, the web is typed by it, the OpenAPI document comes out of it. */
export const contract = {
  ...identityContract,
  ...notificationsContract,
  ...campaignsContract,
  ...paymentsContract,
  ...givingContract,
  ...basketsContract,
  ...commentsContract,
}
export type ProductContract = typeof contract

/** The same calls by the module that serves them, for the API's page. */
export const contractsByModule = {
  baskets: basketsContract,
  campaigns: campaignsContract,
  comments: commentsContract,
  giving: givingContract,
  identity: identityContract,
  notifications: notificationsContract,
  payments: paymentsContract,
}
