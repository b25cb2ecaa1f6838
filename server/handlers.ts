import { addressesHandlers } from '#modules/addresses/http.ts'
import { basketsHandlers } from '#modules/baskets/http.ts'
import { campaignsHandlers } from '#modules/campaigns/http.ts'
import { projectHandlers } from '#modules/campaigns/http-project.ts'
import { cardsHandlers } from '#modules/cards/http.ts'
import { commentsHandlers } from '#modules/comments/http.ts'
import { discoveryHandlers } from '#modules/discovery/http.ts'
import { curatingHandlers } from '#modules/discovery/http-curating.ts'
import { favouritesHandlers } from '#modules/favourites/http.ts'
import { fundraisingHandlers } from '#modules/fundraising/http.ts'
import { currenciesHandlers } from '#modules/currencies/http.ts'
import { givingHandlers } from '#modules/giving/http.ts'
import { identityHandlers } from '#modules/identity/http.ts'
import { securityHandlers } from '#modules/identity/security-http.ts'
import { moderationHandlers } from '#modules/moderation/http.ts'
import { notificationsHandlers } from '#modules/notifications/http.ts'
import { organizingHandlers } from '#modules/organizing/http.ts'
import { paymentsHandlers } from '#modules/payments/http.ts'
import { plansHandlers } from '#modules/plans/http.ts'
import { privacyHandlers } from '#modules/privacy/http.ts'
import { receiptsHandlers } from '#modules/receipts/http.ts'
import { refundsHandlers } from '#modules/refunds/http.ts'
import { brakeHandlers } from '#modules/subscriptions/http-brake.ts'
import { consentHandlers } from '#modules/subscriptions/http-consent.ts'
import { managingHandlers } from '#modules/subscriptions/http-managing.ts'
import { referralsHandlers } from '#modules/referrals/http.ts'
import { subscriptionsHandlers } from '#modules/subscriptions/http.ts'
import { planMailsHandlers } from '#modules/subscriptions/http-mails.ts'
import { offersHandlers } from '#modules/subscriptions/http-plans.ts'

/** Every call's handler, by the call's name: one for each row of `modules/contract.ts`. */
export const handlers = {
  ...identityHandlers,
  ...currenciesHandlers,
  ...securityHandlers,
  ...notificationsHandlers,
  ...addressesHandlers,
  ...campaignsHandlers,
  ...projectHandlers,
  ...discoveryHandlers,
  ...curatingHandlers,
  ...favouritesHandlers,
  ...paymentsHandlers,
  ...cardsHandlers,
  ...givingHandlers,
  ...receiptsHandlers,
  ...privacyHandlers,
  ...basketsHandlers,
  ...commentsHandlers,
  ...plansHandlers,
  ...consentHandlers,
  ...subscriptionsHandlers,
  ...brakeHandlers,
  ...managingHandlers,
  ...planMailsHandlers,
  ...offersHandlers,
  ...refundsHandlers,
  ...moderationHandlers,
  ...organizingHandlers,
  ...referralsHandlers,
  ...fundraisingHandlers,
}
