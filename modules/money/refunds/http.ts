import type { Handlers } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { refundsContract } from './contract.ts'
import { resolveReview, readManualReviews } from './manual-review/resolve-review.ts'
import { decideRefundRequest } from './decide-request.ts'
import { readFailedEvents, retryEvent } from './manual-review/failed-events.ts'
import type { RefundPorts } from './ports.ts'
import type { Refund } from './queries/refunds.ts'
import { listRefundRequests } from './queries/requests.ts'
import { readAttempts } from './read-attempts.ts'
import { findDonations, readDonation, readRefunds } from './read-donations.ts'
import { readDuplicate, refundDuplicate } from './refund-duplicate.ts'
import { refundDonation } from './refund-donation.ts'
import { refundsOfDonation, requestRefund } from './request-refund.ts'
import { reviewRefund } from './review-refund.ts'
import { namesOf, refundView, requestView } from './views.ts'

export const refundsHandlers: Handlers<typeof refundsContract, RefundPorts, Viewer> = {
  'GET /v4/staff/donations': ({ app, input }) => findDonations(app, input),
  'GET /v4/staff/donations/:intentId': ({ app, viewer, context, input }) =>
    readDonation(app, accountOf(viewer), context.ip, input.intentId),
  'GET /v4/staff/donations/:intentId/attempts': ({ app, viewer, context, input }) =>
    readAttempts(app, accountOf(viewer), context.ip, input.intentId),
  'POST /v4/staff/donations/:intentId/refunds': async ({
    app,
    viewer,
    context,
    input: { intentId, everything, lines, alreadyRefunded, reason, note },
  }) => {
    if (!reason) throw missing('reason', 'refund-reason-missing')
    const parts = lines.map((line) => ({
      donationId: line.donationId,
      gift: BigInt(line.gift),
      tip: BigInt(line.tip),
      coveredFee: BigInt(line.coveredFee),
    }))
    const input = everything ? 'everything' : parts
    const refund = await refundDonation(app, viewer, context, {
      intentId,
      of: input,
      ...(alreadyRefunded === undefined ? {} : { alreadyRefunded: BigInt(alreadyRefunded) }),
      reason,
      note,
    })
    return viewOf(app, viewer, refund)
  },
  'GET /v4/staff/refunds': ({ app, viewer, input }) => readRefunds(app, accountOf(viewer), input),
  'POST /v4/staff/refunds/:refundId/review': async ({ app, viewer, context, input: { refundId, decision, note } }) => {
    if (!decision) throw missing('decision', 'refund-decision-missing')
    return viewOf(app, viewer, await reviewRefund(app, viewer, context, { refundId, decision, note }))
  },
  'GET /v4/staff/refunds/manual-review': ({ app, viewer, input }) =>
    readManualReviews(app, accountOf(viewer), input.state),
  'POST /v4/staff/refunds/manual-review/:reviewId/resolve': async ({ app, viewer, context, input }) => {
    await resolveReview(app, viewer, context, input)
    return {}
  },
  'GET /v4/staff/failed-events': ({ app, viewer }) => readFailedEvents(app, accountOf(viewer)),
  'POST /v4/staff/failed-events/:eventId/retry': async ({ app, viewer, context, input }) => {
    await retryEvent(app, viewer, context, input.eventId)
    return {}
  },
  'GET /v4/staff/refund-requests': async ({ app, input }) => ({
    requests: (await listRefundRequests(app.db, input.state, 100)).map(requestView),
  }),
  'POST /v4/staff/refund-requests/:requestId/decision': async ({
    app,
    viewer,
    context,
    input: { requestId, decision, note },
  }) => {
    if (!decision) throw missing('decision', 'refund-decision-missing')
    // The donor receives the reason.
    if (decision === 'decline' && note === '') throw missing('note', 'refund-note-missing')
    const { request, refund } = await decideRefundRequest(app, viewer, context, { requestId, decision, note })
    return { request: requestView(request), refund: refund ? await viewOf(app, viewer, refund) : null }
  },
  'GET /v4/duplicate-refunds': ({ app, input }) => readDuplicate(app, input.token),
  'POST /v4/duplicate-refunds': ({ app, context, input }) => refundDuplicate(app, context, input.token),
  'GET /v4/account/donations/:donationId/refunds': async ({ app, viewer, input }) => {
    const { refunds, request, canAsk } = await refundsOfDonation(app, accountOf(viewer).accountId, input.donationId)
    return {
      refunds: refunds.map(({ refund, amount }) => ({
        id: refund.id,
        state: refund.state === 'succeeded' ? ('succeeded' as const) : ('pending' as const),
        amount,
        currency: refund.currency,
        at: refund.settledAt ?? refund.createdAt,
      })),
      request: request
        ? {
            state: request.state,
            createdAt: request.createdAt,
            note: request.state === 'declined' ? request.note : '',
          }
        : null,
      canAsk,
    }
  },
  'POST /v4/account/donations/:donationId/refund-request': ({ app, viewer, context, input }) => {
    if (input.reason === '') throw missing('reason', 'refund-reason-missing')
    return requestRefund(app, accountOf(viewer), context, input)
  },
}

const missing = (field: string, code: 'refund-reason-missing' | 'refund-decision-missing' | 'refund-note-missing') =>
  new Problem('validation', 'invalid-input', { fields: { [field]: { code } } })

const viewOf = async (app: RefundPorts, viewer: Viewer, refund: Refund) =>
  refundView(refund, await namesOf(app, [refund]), accountOf(viewer).accountId)
