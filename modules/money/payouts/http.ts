import { accountOf, type AccountViewer, type Viewer } from '#modules/platform/identity/index.ts'
import type { Handlers, RequestContext } from '#shared/endpoint.ts'
import { authorizeForPayouts } from './authorize-for-payouts.ts'
import type { payoutsContract } from './contract.ts'
import { draftPayoutIn } from './draft-payout.ts'
import { readCampaignTotals, readCharityTotals } from './public/read-public-totals.ts'
import { findReadPayout, readPayouts, readStatement } from './read-payouts.ts'
import { statementFile } from './statements/statement-file.ts'
import { readOwnTrail, readTrailsOfReceipt, type TrailPorts } from './trail.ts'
import { viewOfPayout } from './views.ts'
import type { Currency } from '#shared/currencies.ts'

/** Drafts a payout at a member's request. */
async function requestPayout(
  ports: TrailPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  input: { readonly organizationId: bigint; readonly currency: Currency },
) {
  await authorizeForPayouts(ports, viewer, input.organizationId, 'requesting')
  const drafter = { accountId: viewer.accountId, ip: context.ip }
  return viewOfPayout(await ports.write((tx) => draftPayoutIn(ports, tx, input, drafter)))
}

export const payoutsHandlers: Handlers<typeof payoutsContract, TrailPorts, Viewer> = {
  'GET /v4/organizations/:organizationId/payouts': async ({ app, viewer, input }) =>
    readPayouts(app, await authorizeForPayouts(app, accountOf(viewer), BigInt(input.organizationId), 'reading'), input),
  'POST /v4/organizations/:organizationId/payouts': ({ app, viewer, context, input }) =>
    requestPayout(app, accountOf(viewer), context, {
      organizationId: BigInt(input.organizationId),
      currency: input.currency,
    }),
  'GET /v4/organizations/:organizationId/payouts/:payoutId': async ({ app, viewer, input }) => {
    const { id } = await authorizeForPayouts(app, accountOf(viewer), BigInt(input.organizationId), 'reading')
    return readStatement(app, await findReadPayout(app, input.payoutId, id))
  },
  'GET /v4/organizations/:organizationId/payouts/:payoutId/statement': async ({ app, viewer, context, input }) => {
    const { id } = await authorizeForPayouts(app, accountOf(viewer), BigInt(input.organizationId), 'reading')
    const payout = await findReadPayout(app, input.payoutId, id)
    return statementFile(app, payout, { format: input.format, context })
  },
  'GET /v4/account/donations/:donationId/trail': ({ app, viewer, input }) =>
    readOwnTrail(app, accountOf(viewer).accountId, input.donationId),
  'GET /v4/receipts/:receiptId/trails': ({ app, viewer, input }) => readTrailsOfReceipt(app, viewer, input),
  'GET /v4/campaigns/:campaignId/payout-totals': ({ app, input }) => readCampaignTotals(app, BigInt(input.campaignId)),
  'GET /v4/organizations/by-subdomain/:subdomain/payout-totals': ({ app, input }) =>
    readCharityTotals(app, input.subdomain),
}
