import { requestConsentRenewals, suspendExpiredConsents } from './consent/expiring-consents.ts'
import { movePlanToNewAccount, movePlansToProvenAccounts } from './donor/move-to-account.ts'
import { copyTaxAddresses } from './donor/copy-tax-address.ts'
import { hasDonatedAsGuest } from './linking/donor-link.ts'
import { linksHandlers } from './linking/http-links.ts'
import { managingHandlers } from './http-managing.ts'
import { offersHandlers } from './http-offers.ts'
import { subscriptionsHandlers } from './http.ts'
import { mailboxHandlers } from './mailbox/http-mailbox.ts'
import { pauseUndeliverable } from './mailbox/refuse-mailbox.ts'
import { cancelChallengesTask } from './managing/cancel-challenges-job.ts'
import { receiptLinks } from './managing/links.ts'
import { resumeDatedPauses } from './managing/resume.ts'
import { noticeTask } from './queue-notice.ts'
import { planLookup } from './plan-lookup.ts'
import { rescheduleForMonth } from './schedule/announced-months.ts'
import { continueAfterRefund } from './schedule/continue-after-refund.ts'
import { deleteOldStarts } from './starting/claim-start.ts'
import { draftPlan } from './starting/draft-plan.ts'
import { startPaidPlans } from './starting/start-paid-plans.ts'
import { planParts } from './starting/plan-parts.ts'
import { endFinishedPlans } from './states/end-finished-plans.ts'
import { endUnconfirmed } from './states/end-unconfirmed.ts'
import { removeCardsOfEndedPlans } from './states/remove-cards.ts'
import { suspendWithoutCard } from './states/suspend-without-card.ts'

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
