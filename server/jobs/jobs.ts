import { deedsServer } from '#modules/faith/deeds/index-server.ts'
import { qurbaniServer } from '#modules/faith/qurbani/index-server.ts'
import { figuresServer } from '#modules/trust/figures/index-server.ts'
import { privacyServer } from '#modules/trust/privacy/index-server.ts'
import { moderationServer, type RevokedVerification } from '#modules/trust/moderation/index-server.ts'
import { plansServer } from '#modules/recurring/plans/index-server.ts'
import { subscriptionsServer } from '#modules/recurring/subscriptions/index-server.ts'
import { notificationsServer } from '#modules/platform/notifications/index-server.ts'
import { currenciesServer } from '#modules/platform/currencies/index-server.ts'
import { auditServer } from '#modules/platform/audit/index-server.ts'
import { fundraisingServer } from '#modules/organizers/fundraising/index-server.ts'
import { webhooksServer } from '#modules/organizers/webhooks/index-server.ts'
import { charityDonorsServer } from '#modules/organizers/charity-donors/index-server.ts'
import { organizingServer } from '#modules/organizers/organizing/index-server.ts'
import { charitiesServer } from '#modules/organizers/charities/index-server.ts'
import { zakatServer } from '#modules/faith/zakat/index-server.ts'
import { dayMs, hourMs, minuteMs } from '#shared/time.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { purgeMails } from '#modules/platform/notifications/index.ts'
import { cardsServer } from '#modules/money/cards/index-server.ts'
import { mediaServer } from '#modules/platform/media/index-server.ts'
import { basketsServer } from '#modules/money/baskets/index-server.ts'
import { givingServer } from '#modules/money/giving/index-server.ts'
import { identityServer, type MailRequest, type NewBrowser } from '#modules/platform/identity/index-server.ts'
import { paymentsServer } from '#modules/money/payments/index-server.ts'
import { giftAidServer } from '#modules/money/gift-aid/index-server.ts'
import { payoutsServer } from '#modules/money/payouts/index-server.ts'
import { publicLedgerServer } from '#modules/money/public-ledger/index-server.ts'
import { refundsServer } from '#modules/money/refunds/index-server.ts'
import type { AnnouncedYear } from '#modules/recurring/plans/index.ts'
import { type Notice, expiredVerificationsTask } from '#modules/recurring/subscriptions/index.ts'
import { receiptsServer } from '#modules/money/receipts/index-server.ts'
import type { App } from '../app.ts'
import { countProvenDonors } from './count-donors.ts'
import { changeFeedServer } from '#modules/organizers/change-feed/index-server.ts'
import { drainOutbox, startLoop } from './outbox.ts'
import { tokenBucket } from '../http/token-bucket.ts'
import { watchLedger } from './watch-ledger.ts'
import { startWebhookLoops } from './webhook-loops.ts'

/** Starts the worker's loops. Each of them may run in several workers at once. */
export function startLoops(app: App): { stop(): Promise<void> } {
  // A new installation and a new release load their bundled rates at once; these functions log their own errors.
  void currenciesServer.jobs.refreshRates(app)
  void currenciesServer.jobs.refreshMetalPrices(app)
  const pace = tokenBucket({ perSecond: app.config.CHARGES_PER_SECOND, now: () => performance.now(), sleep })
  const loops = [
    startLoop(app, 'outbox', 200, () => drainOutbox(app)),
    startLoop(app, 'change feed', 1000, () => changeFeedServer.jobs.recordChanges(app), changeFeedServer.changesAtOnce),
    startLoop(app, 'donors', 5000, () => charityDonorsServer.jobs.fillDonors(app), 1),
    startLoop(app, 'look-ups', 1000, () => givingServer.jobs.resolveDueAttempts(app), 50),
    startLoop(app, 'webhooks', 500, () => givingServer.jobs.handleWebhooks(app), 50),
    startLoop(app, 'due donations', 1000, () => subscriptionsServer.jobs.chargeDue(app, { pace }), 1),
    startLoop(app, 'expired leases', 2000, () => subscriptionsServer.jobs.recoverExpiredLeases(app), 50),
    startLoop(app, 'refund look-ups', 1000, () => refundsServer.jobs.resolveDueRefunds(app), 50),
    startLoop(app, 'refund notices', 500, () => refundsServer.jobs.handleRefundWebhooks(app), 50),
    startLoop(app, 'payment warnings', 5000, () => refundsServer.jobs.handleWarningWebhooks(app), 50),
    startLoop(app, 'card notices', 1000, () => cardsServer.jobs.handleCardWebhooks(app), 50),
    startLoop(app, 'mail', 500, () => notificationsServer.jobs.deliverMails(app, mailsAtOnce(app)), mailsAtOnce(app)),
    startWebhookLoops(app),
  ]
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) }
}

/** Number of mails sent at once: a mail server accepts few, the demo's mailbox any number. */
const mailsAtOnce = (app: App): number => (app.mailer.kind === 'mailbox' ? 1000 : 50)

/** Compares the provider's charges of these hours with our records (payments-11). */
async function compareCharges(app: App, { hours }: { readonly hours: number }): Promise<void> {
  const { unmatched, settled } = await givingServer.jobs.reconcileCharges(
    app,
    new Date(app.clock().getTime() - hours * hourMs),
  )
  const found = await refundsServer.jobs.queueUnmatchedCharges(app, unmatched)
  if (found + settled > 0) app.log.warn({ found, settled }, 'reconciliation found charges without a webhook')
}

/** Returns the scheduled jobs; graphile-worker runs each in only one of several workers. */
export const taskList = (app: App) => ({
  [identityServer.mailTask]: async (payload: unknown) =>
    identityServer.jobs.sendAccountMail(app, payload as MailRequest),
  'giving:close_lapsed_orders': async () => {
    await givingServer.jobs.expireOrders(app)
    await givingServer.jobs.releaseExpiredLevels(app)
  },
  'webhooks:purge': () => webhooksServer.jobs.purgeEvents(app),
  'giving:purge_encrypted_fields': async () => void (await givingServer.jobs.purgeEncryptedFields(app)),
  'giving:count_proven_donors': async () => {
    while ((await countProvenDonors(app)) > 0);
  },
  'giving:purge_unpaid': async () => {
    await givingServer.jobs.purgeUnpaidOrders(app)
    await givingServer.jobs.purgeMandates(app)
  },
  'currencies:refresh': async () => {
    await currenciesServer.jobs.refreshRates(app)
    await currenciesServer.jobs.refreshMetalPrices(app)
  },
  'giving:sweep_charges': async () => {
    await compareCharges(app, { hours: 70 / 60 })
    await refundsServer.jobs.queueStuckPayments(app)
  },
  'giving:compare_charges': () => compareCharges(app, { hours: 7 * 24 }),
  'ledger:watch': () => watchLedger(app),
  'public-ledger:publish': async () => {
    const days = await publicLedgerServer.jobs.publishDays(app)
    if (days.length > 0) app.log.info({ days }, 'days of the public ledger were published')
  },
  'figures:compute': () => figuresServer.jobs.computeFigures(app),
  'refunds:sweep': async () => {
    const found = await refundsServer.jobs.sweepRefunds(app, new Date(app.clock().getTime() - 70 * minuteMs))
    if (found > 0) app.log.warn({ found }, 'reconciliation found refunds without a webhook')
  },
  'refunds:sweep_warnings': () =>
    refundsServer.jobs.sweepWarnings(app, new Date(app.clock().getTime() - 130 * minuteMs)),
  'refunds:watch_disputes': () => refundsServer.jobs.watchDisputes(app),
  'refunds:remind_of_evidence': () => refundsServer.jobs.remindOfEvidence(app),
  [refundsServer.disputedTask]: (payload: unknown) =>
    subscriptionsServer.jobs.suspendDisputed(app, payload as { intentId: string; dispute: string }),
  'payouts:draft': async () => {
    const drafted = await payoutsServer.jobs.draftScheduled(app)
    if (drafted > 0) app.log.info({ drafted }, 'payouts were drafted by schedule')
  },
  'gift-aid:ask_anonymous': async () => void (await giftAidServer.jobs.askAnonymousDonors(app)),
  'gift-aid:purge_details': async () => void (await giftAidServer.jobs.purgeClaimDetails(app)),
  'payouts:remind': () => payoutsServer.jobs.remindOfPayouts(app),
  [cardsServer.cardJobs.detach]: (payload: unknown) =>
    cardsServer.jobs.detachCard(app, payload as { provider: string; methodId: string }),
  [cardsServer.cardJobs.removed]: (payload: unknown) =>
    subscriptionsServer.jobs.suspendWithoutCard(app, payload as { cardId: string }),
  [cardsServer.cardJobs.detachAll]: (payload: unknown) =>
    cardsServer.jobs.detachEverything(app, payload as { provider: string; customerId: string }),
  [cardsServer.cardJobs.endSetup]: (payload: unknown) =>
    cardsServer.jobs.endAbandonedSetup(app, payload as { id: string }),
  [cardsServer.cardJobs.warn]: async () =>
    void (await cardsServer.jobs.warnOfExpiry(app, subscriptionsServer.jobs.plansOfCards(app))),
  'receipts:make_document': async (payload: unknown) =>
    receiptsServer.jobs.makeReceiptDocument(app, payload as { receiptId: string }),
  'privacy:make_export': async (payload: unknown) =>
    privacyServer.jobs.makeExport(app, payload as { exportId: string }),
  'privacy:purge_exports': async () => void (await privacyServer.jobs.purgeExports(app)),
  'privacy:purge_unconfirmed': () => privacyServer.jobs.purgeUnconfirmed(app),
  'privacy:purge': () => privacyServer.jobs.purgeErased(app),
  'receipts:make_statement': async (payload: unknown) =>
    receiptsServer.jobs.makeStatement(app, payload as { statementId: string }),
  'receipts:make_missing_statements': async () => receiptsServer.jobs.makeMissingStatements(app),
  'tax-addresses:remind': async () => void (await receiptsServer.jobs.remindOfTaxAddresses(app)),
  'receipts:purge_statements': async () => void (await receiptsServer.jobs.purgeStatements(app)),
  [mediaServer.removeFilesTask]: (payload: unknown) =>
    mediaServer.jobs.removePictureFiles(app, payload as { ids: string[] }),
  [fundraisingServer.jobs.sendNewsTask]: (payload: unknown) =>
    fundraisingServer.jobs.sendNews(app, payload as { newsId: string; after: string }),
  [charityDonorsServer.jobs.sendLetterTask]: (payload: unknown) =>
    charityDonorsServer.jobs.sendLetter(app, payload as { letterId: string }),
  [fundraisingServer.jobs.charityAskedTask]: (payload: unknown) =>
    organizingServer.jobs.mailAskedCharity(app, payload as { submissionId: string }),
  [fundraisingServer.jobs.publishedTask]: (payload: unknown) =>
    organizingServer.jobs.mailPublished(app, payload as { campaignId: string }),
  'fundraising:warn_of_expiring_verifications': async () =>
    void (await fundraisingServer.jobs.warnOfExpiringVerifications(app)),
  [charitiesServer.jobs.removeDocumentsTask]: () => charitiesServer.jobs.removeDocumentFiles(app),
  'charities:check_domains': async () => {
    const { checked } = await charitiesServer.jobs.checkDueDomains(app)
    if (checked > 0) app.log.info({ checked }, 'the DNS records of charities’ domains were checked')
  },
  'charities:purge_documents': () => charitiesServer.jobs.purgeDocuments(app),
  'fundraising:apply_ownership_changes': async () => {
    const applied = await fundraisingServer.jobs.applyDueOwnershipChanges(app)
    if (applied > 0) app.log.info({ applied }, 'changes of charities’ ownership took effect')
  },
  'fundraising:purge_invitations': () => fundraisingServer.jobs.purgeInvitations(app),
  [moderationServer.jobs.removeEvidenceTask]: () => moderationServer.jobs.removeEvidenceFiles(app),
  'moderation:purge_evidence': () => moderationServer.jobs.purgeEvidence(app),
  'media:purge_unused': () => mediaServer.jobs.purgeUnusedPictures(app),
  'baskets:expire': async () => {
    await basketsServer.jobs.expireBaskets(app)
    await basketsServer.jobs.expireRequestKeys(app)
  },
  'baskets:purge': () => basketsServer.jobs.purgeGuestBaskets(app),
  'subscriptions:schedule_donations': async () => {
    if (!(await subscriptionsServer.jobs.clocksAgree(app))) return
    while ((await subscriptionsServer.jobs.scheduleDonations(app)) > 0);
  },
  'subscriptions:apply_deadlines': async () => {
    if (!(await subscriptionsServer.jobs.clocksAgree(app))) return
    while ((await subscriptionsServer.jobs.failUnansweredChallenges(app)) > 0);
    while ((await subscriptionsServer.jobs.suspendExpiredConsents(app)) > 0);
    while ((await subscriptionsServer.jobs.endFinishedPlans(app)) > 0);
    while ((await subscriptionsServer.jobs.endUnconfirmed(app)) > 0);
    while ((await subscriptionsServer.jobs.removeCardsOfEndedPlans(app)) > 0);
    while ((await subscriptionsServer.jobs.requestConsentRenewals(app)) > 0);
  },
  [plansServer.jobs.rescheduleTask]: async (payload: unknown) =>
    void (await subscriptionsServer.jobs.rescheduleForMonth(app, payload as AnnouncedYear)),
  'subscriptions:pause_undeliverable': async () => {
    while ((await subscriptionsServer.jobs.pauseUndeliverable(app)) > 0);
  },
  'subscriptions:move_to_accounts': async () => {
    while ((await subscriptionsServer.jobs.movePlansToProvenAccounts(app)) > 0);
  },
  'subscriptions:resume': async () => {
    while ((await subscriptionsServer.jobs.resumeDatedPauses(app)) > 0);
  },
  [expiredVerificationsTask]: () => subscriptionsServer.jobs.handleExpiredVerifications(app),
  [subscriptionsServer.jobs.cancelChallengesTask]: (payload: unknown) =>
    subscriptionsServer.jobs.cancelOutdatedChallenges(app, payload as { subscriptionId: string }),
  [subscriptionsServer.jobs.noticeTask]: (notice: unknown) =>
    subscriptionsServer.jobs.sendNotice(app, notice as Notice, receiptsServer.liveReceiptsOf),
  [subscriptionsServer.planEndedTask]: (payload: unknown) =>
    organizingServer.jobs.mailLostPlan(app, payload as { subscriptionId: string }),
  'subscriptions:remind': async () => {
    await subscriptionsServer.jobs.remindDonors(app)
    await subscriptionsServer.jobs.endUnresumed(app)
  },
  'subscriptions:send_monthly_summaries': async () => void (await subscriptionsServer.jobs.sendMonthlySummaries(app)),
  'organizing:send_weekly_summaries': async () => void (await organizingServer.jobs.sendWeeklySummaries(app)),
  'zakat:remind': async () => void (await zakatServer.jobs.sendZakatReminders(app)),
  'qurbani:remind': async () => void (await qurbaniServer.jobs.sendQurbaniReminders(app)),
  'deeds:open_year': async () => {
    const { snapshots, mails } = await deedsServer.jobs.openDeedsYear(app)
    if (snapshots + mails > 0) app.log.info({ snapshots, mails }, 'Deeds of a Hijri year were computed')
  },
  [deedsServer.jobs.deedsTask]: (payload: unknown) =>
    deedsServer.jobs.recalculateDeeds(app, payload as { accountId: string; hijriYear: number }),
  'audit:add_checkpoints': async () => void (await auditServer.jobs.addCheckpoints(app)),
  [moderationServer.jobs.notifyZakatDonorsTask]: (payload: unknown) =>
    moderationServer.jobs.notifyZakatDonors(app, payload as RevokedVerification),
  'qurbani:fulfil': () => qurbaniServer.jobs.runFulfilment(app),
  'zakat:remind_charities': async () => void (await zakatServer.jobs.remindCharities(app)),
  'moderation:sync_cases': () => moderationServer.jobs.syncCases(app),
  'moderation:remind_staff': async () => void (await moderationServer.jobs.remindStaff(app)),
  'moderation:end_verifications': async () => {
    const { ended, warned } = await moderationServer.jobs.endVerifications(app)
    if (ended + warned > 0)
      app.log.info(
        { ended, warned },
        'zakat verifications expired, and organizers were notified of those about to expire',
      )
    await app.write((tx) => moderationServer.jobs.purgeReporters(tx, new Date(app.clock().getTime() - 2 * dayMs)))
  },
  'identity:purge_old_rows': async () => {
    await identityServer.jobs.purgeOldRows(app)
    await app.write((tx) => subscriptionsServer.jobs.deleteOldStarts(tx, app.clock()))
    // Failed mail and picture jobs contain personal data, so they are removed after seven days. The operator can
    // inspect and restart other failed jobs.
    await sql`
      select graphile_worker.complete_jobs(
        array(
          select id
          from graphile_worker.jobs
          where task_identifier like 'identity:%'
            and attempts >= max_attempts
            and run_at < ${app.clock()}::timestamptz - interval '7 days'
        )
      )
    `.execute(app.db)
    for (const { kind, minutes } of identityServer.mailsWithCodes)
      await purgeMails(app, [kind], new Date(app.clock().getTime() - minutes * minuteMs))
    await paymentsServer.jobs.deleteHandledEvents(app)
    await notificationsServer.jobs.purgeVisitEvents(app)
    await notificationsServer.jobs.purgeMailTexts(app)
  },
  'identity:notify_new_browser': (login: unknown) => identityServer.jobs.notifyOfNewBrowser(app, login as NewBrowser),
  'identity:fetch_picture': (payload: unknown) =>
    identityServer.jobs.fetchPicture(app, fetch, payload as { accountId: string; url: string }),
})
