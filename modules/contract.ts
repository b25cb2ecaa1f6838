import { addressesContract } from './addresses/contract.ts'
import { basketsContract } from './baskets/contract.ts'
import { cardsContract } from './cards/contract.ts'
import { campaignsContract } from './campaigns/contract.ts'
import { commentsContract } from './comments/contract.ts'
import { favouritesContract } from './favourites/contract.ts'
import { currenciesContract } from './currencies/contract.ts'
import { givingContract } from './giving/contract.ts'
import { identityContract, securityContract } from './identity/contract.ts'
import { notificationsContract } from './notifications/contract.ts'
import { paymentsContract } from './payments/contract.ts'
import { privacyContract } from './privacy/contract.ts'
import { receiptsContract } from './receipts/contract.ts'

/** Every call of the product, by its name. The server answers by it, the web is typed by it, the OpenAPI document comes out of it. */
export const contract = {
  ...securityContract,
  ...identityContract,
  ...currenciesContract,
  ...notificationsContract,
  ...addressesContract,
  ...campaignsContract,
  ...favouritesContract,
  ...paymentsContract,
  ...cardsContract,
  ...givingContract,
  ...receiptsContract,
  ...privacyContract,
  ...basketsContract,
  ...commentsContract,
}
export type ProductContract = typeof contract

/** The same calls by the module that serves them, for the API's page. */
export const contractsByModule = {
  addresses: addressesContract,
  baskets: basketsContract,
  campaigns: campaignsContract,
  cards: cardsContract,
  comments: commentsContract,
  favourites: favouritesContract,
  currencies: currenciesContract,
  giving: givingContract,
  identity: { ...identityContract, ...securityContract },
  notifications: notificationsContract,
  payments: paymentsContract,
  privacy: privacyContract,
  receipts: receiptsContract,
}
