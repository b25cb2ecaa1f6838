import { addressesHandlers } from '#modules/platform/addresses/http.ts'
import { basketsServer } from '#modules/money/baskets/index-server.ts'
import { campaignsServer } from '#modules/causes/campaigns/index-server.ts'
import { cardsServer } from '#modules/money/cards/index-server.ts'
import { commentsHandlers } from '#modules/organizers/comments/http.ts'
import { discoveryServer } from '#modules/causes/discovery/index-server.ts'
import { favouritesServer } from '#modules/causes/favourites/index-server.ts'
import { fundraisingHandlers } from '#modules/organizers/fundraising/http.ts'
import { currenciesHandlers } from '#modules/platform/currencies/http.ts'
import { givingServer } from '#modules/money/giving/index-server.ts'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import { moderationHandlers } from '#modules/trust/moderation/http.ts'
import { notificationsHandlers } from '#modules/platform/notifications/http.ts'
import { organizingHandlers } from '#modules/organizers/organizing/http.ts'
import { paymentsServer } from '#modules/money/payments/index-server.ts'
import { plansHandlers } from '#modules/recurring/plans/http.ts'
import { privacyHandlers } from '#modules/trust/privacy/http.ts'
import { receiptsServer } from '#modules/money/receipts/index-server.ts'
import { refundsServer } from '#modules/money/refunds/index-server.ts'
import { zakatMarkingHandlers } from '#modules/money/zakat-marking/http.ts'
import { managingHandlers } from '#modules/recurring/agreement/http-managing.ts'
import { offersHandlers } from '#modules/recurring/agreement/http-offers.ts'
import { subscriptionsHandlers } from '#modules/recurring/agreement/http.ts'
import { killSwitchHandlers } from '#modules/recurring/billing/http-kill-switch.ts'
import { payingHandlers } from '#modules/recurring/billing/http.ts'
import { planMailsHandlers } from '#modules/recurring/notices/http.ts'
import { qurbaniFulfilmentHandlers } from '#modules/faith/qurbani/http-fulfilment.ts'
import { qurbaniHandlers } from '#modules/faith/qurbani/http.ts'
import { distributionHandlers } from '#modules/faith/zakat/http-distribution.ts'
import { deedsHandlers } from '#modules/faith/deeds/http.ts'
import { zakatHandlers } from '#modules/faith/zakat/http.ts'
import { zakatTrackingHandlers } from '#modules/faith/zakat/http-tracking.ts'
import { referralsHandlers } from '#modules/organizers/referrals/http.ts'

/** Every call's handler, by the call's name: one for each row of `modules/contract.ts`. */
export const handlers = {
  ...identityServer.handlers,
  ...currenciesHandlers,
  ...notificationsHandlers,
  ...addressesHandlers,
  ...campaignsServer.handlers,
  ...discoveryServer.handlers,
  ...favouritesServer.handlers,
  ...paymentsServer.handlers,
  ...cardsServer.handlers,
  ...givingServer.handlers,
  ...receiptsServer.handlers,
  ...privacyHandlers,
  ...basketsServer.handlers,
  ...commentsHandlers,
  ...plansHandlers,
  ...subscriptionsHandlers,
  ...managingHandlers,
  ...payingHandlers,
  ...killSwitchHandlers,
  ...planMailsHandlers,
  ...offersHandlers,
  ...refundsServer.handlers,
  ...zakatMarkingHandlers,
  ...moderationHandlers,
  ...organizingHandlers,
  ...referralsHandlers,
  ...fundraisingHandlers,
  ...distributionHandlers,
  ...qurbaniHandlers,
  ...qurbaniFulfilmentHandlers,
  ...zakatHandlers,
  ...zakatTrackingHandlers,
  ...deedsHandlers,
}
