import { askConsents, suspendUnagreed } from './consent/ask-consents.ts'
import { movePlanToNewAccount, movePlansToProvenAccounts } from './donor/move-to-account.ts'
import { copyTaxAddresses } from './donor/copy-tax-address.ts'
import { linksHandlers } from './linking/http-links.ts'
import { managingHandlers } from './http-managing.ts'
import { offersHandlers } from './http-offers.ts'
import { subscriptionsHandlers } from './http.ts'
import { mailboxHandlers } from './mailbox/http-mailbox.ts'
import { pauseUndeliverable } from './mailbox/refuse-mailbox.ts'
import { receiptLinks } from './managing/links.ts'
import { resumePaused } from './managing/resume.ts'
import { noticeTask } from './notify.ts'
import { planLookup } from './plan-lookup.ts'
import { rescheduleForMonth } from './schedule/announced-months.ts'
import { draftPlan } from './starting/draft-plan.ts'
import { startPaidPlans } from './starting/follow-start.ts'
import { planParts } from './starting/plan-parts.ts'
import { endFinishedPlans } from './states/end.ts'
import { endUnconfirmed } from './states/end-unconfirmed.ts'
import { removeCardsOfOver } from './states/remove-cards.ts'
import { suspendWithoutCard } from './states/suspend-without-card.ts'

/** Exports for `server/` only. */
export const agreementServer = {
  handlers: { ...managingHandlers, ...linksHandlers, ...mailboxHandlers, ...offersHandlers, ...subscriptionsHandlers },
  jobs: {
    askConsents,
    endFinishedPlans,
    endUnconfirmed,
    movePlansToProvenAccounts,
    noticeTask,
    pauseUndeliverable,
    removeCardsOfOver,
    rescheduleForMonth,
    resumePaused,
    suspendUnagreed,
    suspendWithoutCard,
  },
  receiptLinks,
  planLookup,
  draftPlan,
  movePlanToNewAccount,
  planParts,
  reactions: { copyTaxAddresses, startPaidPlans },
}
