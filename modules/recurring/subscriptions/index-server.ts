import { hasDonatedAsGuest } from './agreement/linking/donor-link.ts'
import { scheduleDonations } from './agreement/schedule/schedule-donations.ts'
import { requestConsentRenewals, suspendExpiredConsents } from './agreement/consent/expiring-consents.ts'
import { movePlanToNewAccount, movePlansToProvenAccounts } from './agreement/donor/move-to-account.ts'
import { copyTaxAddresses } from './agreement/donor/copy-tax-address.ts'
import { linksHandlers } from './agreement/linking/http-links.ts'
import { managingHandlers } from './agreement/http-managing.ts'
import { offersHandlers } from './agreement/http-offers.ts'
import { subscriptionsHandlers } from './agreement/http.ts'
import { mailboxHandlers } from './agreement/mailbox/http-mailbox.ts'
import { pauseUndeliverable } from './agreement/mailbox/reject-mailbox.ts'
import { cancelChallengesTask } from './agreement/managing/cancel-challenges-job.ts'
import { receiptLinks } from './agreement/managing/links.ts'
import { resumeDatedPauses } from './agreement/managing/resume.ts'
import { noticeTask } from './agreement/queue-notice.ts'
import { planEndedTask } from './agreement/ports.ts'
import { planLookup } from './agreement/plan-lookup.ts'
import { rescheduleForMonth } from './agreement/schedule/reschedule-nights.ts'
import { monthsHandlers } from './agreement/schedule/http-months.ts'
import { continueAfterRefund } from './agreement/schedule/continue-after-refund.ts'
import { deleteOldStarts } from './agreement/starting/claim-start.ts'
import { draftPlan } from './agreement/starting/draft-plan.ts'
import { startPaidPlans } from './agreement/starting/start-paid-plans.ts'
import { planParts } from './agreement/starting/plan-parts.ts'
import { endFinishedPlans } from './agreement/states/end-finished-plans.ts'
import { endUnconfirmed } from './agreement/states/end-unconfirmed.ts'
import { removeCardsOfEndedPlans } from './agreement/states/remove-cards.ts'
import { suspendWithoutCard } from './agreement/states/suspend-without-card.ts'
import { cancelOutdatedChallenges } from './billing/cancel-challenges.ts'
import { chargeDue } from './billing/charge-due.ts'
import { markOccurrencesPaid } from './billing/mark-occurrences-paid.ts'
import { recoverExpiredLeases } from './billing/recover-expired-leases.ts'
import { handleExpiredVerifications } from './billing/expired-verifications.ts'
import { killSwitchHandlers } from './billing/http-kill-switch.ts'
import { payingHandlers } from './billing/http.ts'
import { findKillSwitch } from './billing/kill-switch/kill-switch-queries.ts'
import { clocksAgree } from './billing/kill-switch/kill-switch.ts'
import { resumeCharging } from './billing/kill-switch/resume-charging.ts'
import { setKillSwitch } from './billing/kill-switch/set-kill-switch.ts'
import { suspendDisputed } from './billing/suspend-disputed.ts'
import { failUnansweredChallenges } from './billing/fail-unanswered-challenges.ts'
import { plansOfCards } from './notices/card-uses.ts'
import { planMailsHandlers } from './notices/http.ts'
import { endUnresumed } from './notices/end-unresumed.ts'
import { notifyLatePayments } from './notices/notify-late.ts'
import { remindDonors, sendMonthlySummaries } from './notices/reminders.ts'
import { sendNotice } from './notices/send-notice.ts'

/** Exports for `server/` only. */
export const subscriptionsServer = {
  handlers: {
    ...managingHandlers,
    ...linksHandlers,
    ...mailboxHandlers,
    ...monthsHandlers,
    ...offersHandlers,
    ...subscriptionsHandlers,
    ...killSwitchHandlers,
    ...payingHandlers,
    ...planMailsHandlers,
  },
  jobs: {
    cancelChallengesTask,
    cancelOutdatedChallenges,
    chargeDue,
    clocksAgree,
    deleteOldStarts,
    endFinishedPlans,
    endUnconfirmed,
    endUnresumed,
    failUnansweredChallenges,
    handleExpiredVerifications,
    movePlansToProvenAccounts,
    noticeTask,
    pauseUndeliverable,
    plansOfCards,
    recoverExpiredLeases,
    remindDonors,
    removeCardsOfEndedPlans,
    requestConsentRenewals,
    rescheduleForMonth,
    scheduleDonations,
    resumeDatedPauses,
    sendMonthlySummaries,
    sendNotice,
    suspendDisputed,
    suspendExpiredConsents,
    suspendWithoutCard,
  },
  reactions: { continueAfterRefund, copyTaxAddresses, markOccurrencesPaid, notifyLatePayments, startPaidPlans },
  draftPlan,
  findKillSwitch,
  hasDonatedAsGuest,
  movePlanToNewAccount,
  planEndedTask,
  planLookup,
  planParts,
  receiptLinks,
  resumeCharging,
  setKillSwitch,
}
