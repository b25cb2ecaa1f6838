import { addressesContract } from './addresses/contract.ts'
import { basketsContract } from './baskets/contract.ts'
import { cardsContract } from './cards/contract.ts'
import { campaignsContract, projectContract } from './campaigns/contract.ts'
import { commentsContract } from './comments/contract.ts'
import { discoveryContract } from './discovery/contract.ts'
import { curatingContract } from './discovery/contract-curating.ts'
import { favouritesContract } from './favourites/contract.ts'
import { fundraisingContract } from './fundraising/contract.ts'
import { currenciesContract } from './currencies/contract.ts'
import { givingContract } from './giving/contract.ts'
import { identityContract, securityContract } from './identity/contract.ts'
import { moderationContract } from './moderation/contract.ts'
import { notificationsContract } from './notifications/contract.ts'
import { organizingContract } from './organizing/contract.ts'
import { paymentsContract } from './payments/contract.ts'
import { plansContract } from './plans/contract.ts'
import { privacyContract } from './privacy/contract.ts'
import { receiptsContract } from './receipts/contract.ts'
import { refundsContract } from './refunds/contract.ts'
import { brakeContract } from './subscriptions/contract-brake.ts'
import { consentContract, managingContract, planMailsContract, subscriptionsContract } from './subscriptions/contract.ts'
import { referralsContract } from './referrals/contract.ts'

/** Every call of the product, by its name. The server answers by it, the web is typed by it, the OpenAPI document comes out of it. */
export const contract = {
  ...securityContract,
  ...identityContract,
  ...currenciesContract,
  ...notificationsContract,
  ...addressesContract,
  ...campaignsContract,
  ...projectContract,
  ...discoveryContract,
  ...curatingContract,
  ...favouritesContract,
  ...paymentsContract,
  ...cardsContract,
  ...givingContract,
  ...receiptsContract,
  ...privacyContract,
  ...basketsContract,
  ...commentsContract,
  ...plansContract,
  ...consentContract,
  ...subscriptionsContract,
  ...brakeContract,
  ...managingContract,
  ...planMailsContract,
  ...refundsContract,
  ...moderationContract,
  ...organizingContract,
  ...referralsContract,
  ...fundraisingContract,
}
export type ProductContract = typeof contract

/** The same calls by the module that serves them, for the API's page. */
export const contractsByModule = {
  addresses: addressesContract,
  baskets: basketsContract,
  campaigns: { ...campaignsContract, ...projectContract },
  cards: cardsContract,
  comments: commentsContract,
  discovery: { ...discoveryContract, ...curatingContract },
  favourites: favouritesContract,
  fundraising: fundraisingContract,
  currencies: currenciesContract,
  giving: givingContract,
  identity: { ...identityContract, ...securityContract },
  moderation: moderationContract,
  notifications: notificationsContract,
  organizing: organizingContract,
  payments: paymentsContract,
  plans: plansContract,
  privacy: privacyContract,
  receipts: receiptsContract,
  refunds: refundsContract,
  subscriptions: { ...subscriptionsContract, ...consentContract, ...brakeContract, ...managingContract, ...planMailsContract },
  referrals: referralsContract,
}
