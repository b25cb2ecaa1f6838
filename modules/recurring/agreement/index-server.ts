import { requestConsentRenewals, suspendExpiredConsents } from '#modules/recurring/subscriptions/agreement/consent/expiring-consents.ts'
import { movePlanToNewAccount, movePlansToProvenAccounts } from '#modules/recurring/subscriptions/agreement/donor/move-to-account.ts'
import { copyTaxAddresses } from '#modules/recurring/subscriptions/agreement/donor/copy-tax-address.ts'
import { hasDonatedAsGuest } from './linking/donor-link.ts'
import { linksHandlers } from '#modules/recurring/subscriptions/agreement/linking/http-links.ts'
import { managingHandlers } from '#modules/recurring/subscriptions/agreement/http-managing.ts'
import { offersHandlers } from '#modules/recurring/subscriptions/agreement/http-offers.ts'
import { subscriptionsHandlers } from '#modules/recurring/subscriptions/agreement/http.ts'
import { mailboxHandlers } from '#modules/recurring/subscriptions/agreement/mailbox/http-mailbox.ts'
import { pauseUndeliverable } from '#modules/recurring/subscriptions/agreement/mailbox/refuse-mailbox.ts'
import { cancelChallengesTask } from '#modules/recurring/subscriptions/agreement/managing/cancel-challenges-job.ts'
import { receiptLinks } from '#modules/recurring/subscriptions/agreement/managing/links.ts'
import { resumeDatedPauses } from '#modules/recurring/subscriptions/agreement/managing/resume.ts'
import { noticeTask } from '#modules/recurring/subscriptions/agreement/queue-notice.ts'
import { planLookup } from '#modules/recurring/subscriptions/agreement/plan-lookup.ts'
import { rescheduleForMonth } from '#modules/recurring/subscriptions/agreement/schedule/announced-months.ts'
import { continueAfterRefund } from '#modules/recurring/subscriptions/agreement/schedule/continue-after-refund.ts'
import { deleteOldStarts } from '#modules/recurring/subscriptions/agreement/starting/claim-start.ts'
import { draftPlan } from '#modules/recurring/subscriptions/agreement/starting/draft-plan.ts'
import { startPaidPlans } from '#modules/recurring/subscriptions/agreement/starting/start-paid-plans.ts'
import { planParts } from '#modules/recurring/subscriptions/agreement/starting/plan-parts.ts'
import { endFinishedPlans } from '#modules/recurring/subscriptions/agreement/states/end-finished-plans.ts'
import { endUnconfirmed } from '#modules/recurring/subscriptions/agreement/states/end-unconfirmed.ts'
import { removeCardsOfEndedPlans } from '#modules/recurring/subscriptions/agreement/states/remove-cards.ts'
import { suspendWithoutCard } from '#modules/recurring/subscriptions/agreement/states/suspend-without-card.ts'

/** Exports for `server/` only. */
export const agreementServer = {
  handlers: { ...managingHandlers, ...linksHandlers, ...mailboxHandlers, ...offersHandlers, ...subscriptionsHandlers },
  jobs: {
    cancelChallengesTask,
    deleteOldStarts,
    requestConsentRenewals,
    endFinishedPlans,
    endUnconfirmed,
    movePlansToProvenAccounts,
    noticeTask,
    pauseUndeliverable,
    removeCardsOfEndedPlans,
    rescheduleForMonth,
    resumeDatedPauses,
    suspendExpiredConsents,
    suspendWithoutCard,
  },
  hasDonatedAsGuest,
  receiptLinks,
  planLookup,
  draftPlan,
  movePlanToNewAccount,
  planParts,
  reactions: { continueAfterRefund, copyTaxAddresses, startPaidPlans },
}
