import { readCursor } from '#shared/cursor.ts'
import { lastOf, one } from '#shared/collections.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { type DonationOrder, donationReferenceOf } from '#modules/money/giving/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { entriesOf } from '#modules/money/ledger/index.ts'
import { findPaidIntent } from '#modules/money/payments/index.ts'
import { isPaymentRefundable } from '#modules/money/payments/rules/intent.ts'
import { manualReviewViews } from './manual-review/resolve-review.ts'
import type { RefundPorts } from './ports.ts'
import { attemptViews, providerUrlOf } from './read-attempts.ts'
import { findIntentForStaff, searchUnpaid } from './queries/attempts.ts'
import { findPaidDonations, paidAttempt, type ReviewedDonation, receiptsOfIntent } from './queries/donations.ts'
import { listManualReviews } from './queries/manual-reviews.ts'
import { listRefunds } from './queries/list.ts'
import { type ListedPayment, listPayments } from './queries/newest.ts'
import { refundsOfIntent } from './queries/refunds.ts'
import { requestsOfDonations } from './queries/requests.ts'
import { searchDonations } from './queries/search.ts'
import { isProviderConfigured } from './refund-donation.ts'
import { remainingParts, type Parts, sumOf } from './rules/lines.ts'
import { paymentFilterOf, type PaymentFilterInput } from './rules/payment-filter.ts'
import type { RefundState } from './rules/states.ts'
import { namesOf, refundView, requestView } from './views.ts'

/** The most payments on one page of the list. */
const paymentsPerPage = 50

/**
 * Finds payments, paid or not, by what a donor can name on the telephone or by the provider's id; without a query lists
 * the newest ones by page, without email addresses (payments-28).
 */
export async function findDonations(
  ports: RefundPorts,
  { query, before, ...filter }: PaymentFilterInput & { readonly query: string; readonly before?: string | undefined },
) {
  if (query === '') {
    const rows = await listPayments(ports.db, paymentFilterOf(filter, ports.clock()), {
      limit: paymentsPerPage + 1,
      before,
    })
    const payments = rows.slice(0, paymentsPerPage)
    return {
      donations: payments.map(foundView),
      next: rows.length > paymentsPerPage ? lastOf(payments).intentId : null,
    }
  }
  const providers = ports.providers.all.map(({ name }) => name)
  const [paid, unpaid] = await Promise.all([
    searchDonations(ports.db, query, providers),
    searchUnpaid(ports.db, query, providers),
  ])
  const found = [
    ...paid.map((donation) => ({ ...donation, isPaid: true })),
    ...unpaid.map((donation) => ({ ...donation, isPaid: false })),
  ]
  return { donations: found.sort((a, b) => b.givenAt.getTime() - a.givenAt.getTime()).map(foundView), next: null }
}

const foundView = ({ donationId, amount, givenAt, ...donation }: ListedPayment) => ({
  ...donation,
  reference: donationReferenceOf(donationId),
  amount,
  givenAt,
})

const partsOf = ({ gift, tip, coveredFee }: Parts) => ({
  gift,
  tip,
  coveredFee,
})

/** Returns one payment for staff. The access is audited, because it shows a donor and their donation (security-9). */
export async function readDonation(ports: RefundPorts, who: AccountViewer, ip: string, intentId: string) {
  const intent = isUuid(intentId) ? await findPaidIntent(ports.db, intentId) : undefined
  const donations = intent ? await findPaidDonations(ports.db, intentId) : []
  const [first] = donations
  if (!intent || !first) throw new Problem('not-found', 'not-found')
  await ports.write((tx) =>
    record(tx, {
      actor: { kind: 'account', id: who.accountId },
      act: 'refunds.donation-viewed',
      object: `intent:${intentId}`,
      at: ports.clock(),
      ip,
    }),
  )
  const order = (await findIntentForStaff(ports.db, intentId))?.order
  const [attempt, attemptData, refunds, receipts, requests, manualReviews] = await Promise.all([
    paidAttempt(ports.db, intentId),
    attemptViews(ports, intentId, order),
    refundsOfIntent(ports.db, intentId),
    receiptsOfIntent(ports.db, intentId),
    requestsOfDonations(
      ports.db,
      donations.map((donation) => donation.donationId),
    ),
    listManualReviews(ports.db, { state: 'open', intentId, limit: 20 }),
  ])
  const books = await entriesOf(ports.db, [
    intentId,
    ...(attempt ? [attempt.id] : []),
    ...refunds.map(({ id }) => id),
    ...donations.map(({ donationId }) => donationId),
  ])
  const names = await namesOf(ports, refunds)
  const campaigns = new Map(donations.map((donation) => [donation.campaignId, donation.campaignName]))
  const isLeft = sumOf(donations.map(remainingParts)) > 0n
  const isDisputed = !isPaymentRefundable(intent.state) && intent.state !== 'REFUNDED'
  const elsewhere = isLeft && !isProviderConfigured(ports, intent) ? ('elsewhere' as const) : null
  const refundBlockedBy = isDisputed ? ('disputed' as const) : elsewhere
  const isFinance = who.roles.some((role) => role === 'finance' || role === 'admin')
  const isAwaited = isFinance && refunds.some(({ evidenceDueAt }) => evidenceDueAt !== null)
  return {
    intentId,
    state: intent.state,
    amount: intent.amount,
    currency: intent.currency,
    givenAt: first.givenAt,
    provider: intent.provider,
    providerIntentId: intent.providerIntentId,
    providerUrl: providerUrlOf(ports, intent),
    chargeId: attempt?.chargeId ?? null,
    donor: { name: first.name, email: first.email, isMember: first.accountId !== null },
    card: first.cardLast4 ? { brand: first.cardBrand ?? '', last4: first.cardLast4 } : null,
    donations: donations.map(donationView),
    alreadyRefunded: sumOf(donations.map((donation) => donation.refunded)),
    receipts,
    books: books.map((entry) => ({
      // In the ledger, the event of a dispute fee also has the provider's id, which is cut off here.
      event: one(entry.eventType.split(':')),
      at: entry.at,
      account: entry.account,
      campaign: entry.campaignId === null ? null : (campaigns.get(entry.campaignId) ?? String(entry.campaignId)),
      meaning: entry.meaning,
      currency: entry.currency,
      amount: entry.amount,
    })),
    refunds: refunds.map((refund) => refundView(refund, names, who.accountId)),
    requests: requests.map(requestView),
    manualReviews: await manualReviewViews(ports, manualReviews),
    ...attemptData,
    canRefund: isFinance && isLeft && refundBlockedBy === null,
    canReview: isFinance,
    refundBlockedBy,
    disputeEvidence: isAwaited && attempt ? await disputeEvidence(ports, order, attempt) : null,
    reviewAbove: ports.refundReviewAbove ? (ports.refundReviewAbove.get(intent.currency) ?? 0n) : null,
  }
}

/** Returns evidence for a bank that disputes a payment (refunds-4). */
async function disputeEvidence(
  ports: RefundPorts,
  order: DonationOrder | undefined,
  { submittedAt, ip, isAuthenticated }: NonNullable<Awaited<ReturnType<typeof paidAttempt>>>,
) {
  const agreed = order?.plan && (await ports.planLookup.findAgreement(ports.db, order.plan.subscriptionId))
  return {
    submittedAt,
    ip: ip || null,
    isAuthenticated: Boolean(isAuthenticated),
    agreed: agreed ? { at: agreed.at, ip: agreed.ip || null, text: agreed.words } : null,
  }
}

const donationView = (donation: ReviewedDonation) => ({
  donationId: donation.donationId,
  reference: donationReferenceOf(donation.donationId),
  campaign: donation.campaignName,
  campaignSlug: donation.campaignSlug,
  organization: donation.organizationName,
  level: donation.levelTitle,
  isZakat: donation.isZakat,
  giftAid: donation.giftAid,
  isAnonymous: donation.isAnonymous,
  ...partsOf(donation),
  processingFee: donation.processingFee,
  remaining: partsOf(remainingParts(donation)),
})

type Page = { readonly state?: RefundState | undefined; readonly limit: number; readonly before?: string | undefined }

/** Lists refunds, newest first, each with its donation. */
export async function readRefunds(ports: RefundPorts, who: AccountViewer, { state, limit, before }: Page) {
  const rows = await listRefunds(ports.db, { state, limit: limit + 1, before: readCursor(before) })
  const listedRefunds = rows.slice(0, limit)
  const last = listedRefunds.at(-1)
  const names = await namesOf(ports, listedRefunds)
  return {
    refunds: listedRefunds.map((row) => ({
      ...refundView(row, names, who.accountId),
      campaign: row.campaign,
      name: row.name,
    })),
    next: rows.length > limit && last ? `${last.createdAt.getTime()}_${last.id}` : null,
  }
}
