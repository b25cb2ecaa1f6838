import { answer, type Handlers } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { campaignRunBy, getPublicCampaign } from '#modules/causes/campaigns/index.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { ReceiptReaderPorts } from '#modules/money/receipts/index.ts'
import { privateFileToSend } from '#modules/platform/media/index.ts'
import type { distributionContract } from './contract-distribution.ts'
import { type DistributionFile, findFile, listDistributions } from './distribution/distribution-queries.ts'
import { distributionView } from './distribution/distribution-view.ts'
import {
  getDonationDistribution,
  listDistributionsOfReceipt,
  requestReassignment,
} from './distribution/donation-distribution.ts'
import type { DistributionPorts } from './distribution/ports.ts'
import { sumPublicTotals } from './distribution/public-totals.ts'
import { addDistributionFile, reportDistribution, withdrawDistribution } from './distribution/report-distribution.ts'
import { answerReassignment, listForReview, reviewDistribution, withFiles } from './distribution/review-distribution.ts'
import { allocateZakat, type CurrencyAllocation, sumAllocation, todayOf } from './distribution/zakat-allocation.ts'

const done = { done: true } as const

const totalsView = (ofCurrency: CurrencyAllocation) => {
  const { received, paid, distributed, outstanding, late } = sumAllocation(ofCurrency)
  return {
    currency: ofCurrency.currency,
    received,
    paid,
    distributed,
    outstanding,
    late,
  }
}

async function sendFile(app: DistributionPorts, file: DistributionFile | undefined) {
  const sent = file && (await privateFileToSend(app, { id: file.id, kind: file.kind, name: 'distribution-evidence' }))
  if (!sent) throw new Problem('not-found', 'evidence-not-found')
  return answer({}, sent)
}

export const distributionHandlers: Handlers<
  typeof distributionContract,
  DistributionPorts & ReceiptReaderPorts,
  Viewer
> = {
  'GET /v4/campaigns/:campaignId/zakat-totals': async ({ app, input }) => {
    const campaign = await getPublicCampaign(app, BigInt(input.campaignId))
    return { totals: (await sumPublicTotals(app.db, [campaign.id])).totals }
  },
  'GET /v4/campaigns/:campaignId/zakat-distributions': async ({ app, viewer, input }) => {
    const campaign = await campaignRunBy(app, viewer, BigInt(input.campaignId), 'offline', 'reading')
    const [reports, allocations] = await Promise.all([
      listDistributions(app.db, { campaignId: campaign.id }),
      allocateZakat(app.db, { campaignId: campaign.id, today: todayOf(app) }),
    ])
    return {
      distributions: (await withFiles(app, reports)).map(distributionView),
      totals: allocations.map(totalsView),
    }
  },
  'POST /v4/campaigns/:campaignId/zakat-distributions': async ({ app, viewer, context, input }) => ({
    id: await reportDistribution(app, accountOf(viewer), context, input),
  }),
  'DELETE /v4/campaigns/:campaignId/zakat-distributions/:distributionId': async ({ app, viewer, context, input }) => {
    await withdrawDistribution(app, accountOf(viewer), context, input)
    return done
  },
  'POST /v4/campaigns/:campaignId/zakat-distributions/:distributionId/files': async ({ app, viewer, input }) => ({
    id: await addDistributionFile(app, accountOf(viewer), { ...input, faces: input.faces }),
  }),
  'GET /v4/campaigns/:campaignId/zakat-distribution-files/:fileId': async ({ app, viewer, input }) => {
    const campaign = await campaignRunBy(app, viewer, BigInt(input.campaignId), 'offline', 'reading')
    return sendFile(app, await findFile(app.db, { id: input.fileId, campaignId: campaign.id }))
  },
  'GET /v4/account/donations/:donationId/zakat-distribution': async ({ app, viewer, input }) => {
    const donationDistribution = await getDonationDistribution(app, accountOf(viewer), input.donationId)
    return {
      currency: donationDistribution.currency,
      received: donationDistribution.received,
      paid: donationDistribution.paid,
      distributed: donationDistribution.distributed,
      late: donationDistribution.late,
      status: donationDistribution.status,
      receivedOn: donationDistribution.receivedOn,
      lateFrom: donationDistribution.lateFrom,
      parts: [...donationDistribution.parts],
      request: donationDistribution.request,
    }
  },
  'GET /v4/receipts/:receiptId/zakat-distributions': async ({ app, viewer, input }) => ({
    donations: (await listDistributionsOfReceipt(app, viewer, input)).map(({ donationId, parts }) => ({
      donationId,
      parts: [...parts],
    })),
  }),
  'POST /v4/account/donations/:donationId/zakat-reassignment': async ({ app, viewer, input }) => {
    await requestReassignment(app, accountOf(viewer), input)
    return done
  },
  'GET /v4/staff/zakat-distributions': async ({ app }) => {
    const { reports, requests } = await listForReview(app)
    return {
      reports: reports.map(({ campaign, ...report }) => ({ ...distributionView(report), campaign })),
      requests: requests.map(({ donationId, note, requestedAt, campaign }) => ({
        donationId,
        note,
        requestedAt,
        campaign,
      })),
    }
  },
  'POST /v4/staff/zakat-distributions/:distributionId/review': async ({ app, viewer, context, input }) => {
    await reviewDistribution(app, accountOf(viewer), context, input)
    return done
  },
  'GET /v4/staff/zakat-distribution-files/:fileId': async ({ app, input }) =>
    sendFile(app, await findFile(app.db, { id: input.fileId })),
  'POST /v4/staff/zakat-reassignments/:donationId/answer': async ({ app, viewer, context, input }) => {
    await answerReassignment(app, accountOf(viewer), context, input)
    return done
  },
}
