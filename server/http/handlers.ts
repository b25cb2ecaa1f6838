import { addressesHandlers } from '#modules/platform/addresses/http.ts'
import { basketsHandlers } from '#modules/money/baskets/http.ts'
import { campaignsHandlers } from '#modules/causes/campaigns/http.ts'
import { projectHandlers } from '#modules/causes/campaigns/http-project.ts'
import { cardsHandlers } from '#modules/money/cards/http.ts'
import { commentsHandlers } from '#modules/organizers/comments/http.ts'
import { discoveryHandlers } from '#modules/causes/discovery/http.ts'
import { curatingHandlers } from '#modules/causes/discovery/http-curating.ts'
import { favouritesHandlers } from '#modules/causes/favourites/http.ts'
import { fundraisingHandlers } from '#modules/organizers/fundraising/http.ts'
import { currenciesHandlers } from '#modules/platform/currencies/http.ts'
import { givingHandlers } from '#modules/money/giving/http.ts'
import { identityHandlers } from '#modules/platform/identity/http.ts'
import { securityHandlers } from '#modules/platform/identity/security-http.ts'
import { moderationHandlers } from '#modules/trust/moderation/http.ts'
import { notificationsHandlers } from '#modules/platform/notifications/http.ts'
import { organizingHandlers } from '#modules/organizers/organizing/http.ts'
import { paymentsHandlers } from '#modules/money/payments/http.ts'
import { plansHandlers } from '#modules/recurring/plans/http.ts'
import { privacyHandlers } from '#modules/trust/privacy/http.ts'
import { receiptsHandlers } from '#modules/money/receipts/http.ts'
import { refundsHandlers } from '#modules/money/refunds/http.ts'
import { zakatMarkingHandlers } from '#modules/money/zakat-marking/http.ts'
import { managingHandlers } from '#modules/recurring/agreement/http-managing.ts'
import { offersHandlers } from '#modules/recurring/agreement/http-offers.ts'
import { subscriptionsHandlers } from '#modules/recurring/agreement/http.ts'
import { killSwitchHandlers } from '#modules/recurring/billing/http-kill-switch.ts'
import { payingHandlers } from '#modules/recurring/billing/http.ts'
import { planMailsHandlers } from '#modules/recurring/notices/http.ts'
import { distributionHandlers } from '#modules/faith/zakat/http-distribution.ts'
import { zakatHandlers } from '#modules/faith/zakat/http.ts'
import { zakatTrackingHandlers } from '#modules/faith/zakat/http-tracking.ts'
import { referralsHandlers } from '#modules/organizers/referrals/http.ts'

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
  ...subscriptionsHandlers,
  ...managingHandlers,
  ...payingHandlers,
  ...killSwitchHandlers,
  ...planMailsHandlers,
  ...offersHandlers,
  ...refundsHandlers,
  ...zakatMarkingHandlers,
  ...moderationHandlers,
  ...organizingHandlers,
  ...referralsHandlers,
  ...fundraisingHandlers,
  ...distributionHandlers,
  ...zakatHandlers,
  ...zakatTrackingHandlers,
}
