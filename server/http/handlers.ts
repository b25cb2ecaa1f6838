import { qurbaniServer } from '#modules/faith/qurbani/index-server.ts'
import { deedsServer } from '#modules/faith/deeds/index-server.ts'
import { privacyServer } from '#modules/trust/privacy/index-server.ts'
import { moderationServer } from '#modules/trust/moderation/index-server.ts'
import { plansServer } from '#modules/recurring/plans/index-server.ts'
import { subscriptionsServer } from '#modules/recurring/subscriptions/index-server.ts'
import { notificationsServer } from '#modules/platform/notifications/index-server.ts'
import { currenciesServer } from '#modules/platform/currencies/index-server.ts'
import { addressesServer } from '#modules/platform/addresses/index-server.ts'
import { referralsServer } from '#modules/organizers/referrals/index-server.ts'
import { organizingServer } from '#modules/organizers/organizing/index-server.ts'
import { fundraisingServer } from '#modules/organizers/fundraising/index-server.ts'
import { hostedPagesServer } from '#modules/organizers/hosted-pages/index-server.ts'
import { supporterPagesServer } from '#modules/organizers/supporter-pages/index-server.ts'
import { changeFeedServer } from '#modules/organizers/change-feed/index-server.ts'
import { webhooksServer } from '#modules/organizers/webhooks/index-server.ts'
import { workspaceServer } from '#modules/organizers/workspace/index-server.ts'
import { charityDonorsServer } from '#modules/organizers/charity-donors/index-server.ts'
import { charitiesServer } from '#modules/organizers/charities/index-server.ts'
import { commentsServer } from '#modules/organizers/comments/index-server.ts'
import { zakatServer } from '#modules/faith/zakat/index-server.ts'
import { basketsServer } from '#modules/money/baskets/index-server.ts'
import { campaignsServer } from '#modules/causes/campaigns/index-server.ts'
import { cardsServer } from '#modules/money/cards/index-server.ts'
import { discoveryServer } from '#modules/causes/discovery/index-server.ts'
import { favouritesServer } from '#modules/causes/favourites/index-server.ts'
import { givingServer } from '#modules/money/giving/index-server.ts'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import { paymentsServer } from '#modules/money/payments/index-server.ts'
import { receiptsServer } from '#modules/money/receipts/index-server.ts'
import { giftAidServer } from '#modules/money/gift-aid/index-server.ts'
import { payoutsServer } from '#modules/money/payouts/index-server.ts'
import { publicLedgerServer } from '#modules/money/public-ledger/index-server.ts'
import { refundsServer } from '#modules/money/refunds/index-server.ts'
import { figuresServer } from '#modules/trust/figures/index-server.ts'

/** The handler of every call by its name, one for each entry of `modules/contract.ts`. */
export const handlers = {
  ...identityServer.handlers,
  ...currenciesServer.handlers,
  ...notificationsServer.handlers,
  ...addressesServer.handlers,
  ...campaignsServer.handlers,
  ...discoveryServer.handlers,
  ...favouritesServer.handlers,
  ...paymentsServer.handlers,
  ...cardsServer.handlers,
  ...givingServer.handlers,
  ...receiptsServer.handlers,
  ...privacyServer.handlers,
  ...basketsServer.handlers,
  ...commentsServer.handlers,
  ...plansServer.handlers,
  ...subscriptionsServer.handlers,
  ...refundsServer.handlers,
  ...payoutsServer.handlers,
  ...giftAidServer.handlers,
  ...publicLedgerServer.handlers,
  ...moderationServer.handlers,
  ...organizingServer.handlers,
  ...workspaceServer.handlers,
  ...referralsServer.handlers,
  ...webhooksServer.handlers,
  ...fundraisingServer.handlers,
  ...charitiesServer.handlers,
  ...charityDonorsServer.handlers,
  ...changeFeedServer.handlers,
  ...hostedPagesServer.handlers,
  ...supporterPagesServer.handlers,
  ...zakatServer.handlers,
  ...qurbaniServer.handlers,
  ...deedsServer.handlers,
  ...figuresServer.handlers,
}
