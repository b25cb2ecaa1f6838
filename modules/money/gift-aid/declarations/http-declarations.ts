import { localDate } from '#shared/calendar.ts'
import type { Handlers } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { getCampaignForDonation } from '#modules/causes/campaigns/index.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import { changeDetails, endDeclaration, excludeDonation, readOverview } from './account.ts'
import { findGiftAidCover } from './account-cover.ts'
import { benefitsOfAccount } from './benefits-of-account.ts'
import { confirmAnonymous, confirmOwnDonation, readConfirmation } from './confirm.ts'
import type { declarationsContract } from '../contract-declarations.ts'
import { declareForPastAndLater } from './declare.ts'
import type { DeclarationPorts } from './ports.ts'

export const declarationsHandlers: Handlers<typeof declarationsContract, DeclarationPorts, Viewer> = {
  'GET /v4/account/gift-aid': ({ app, viewer }) => readOverview(app, accountOf(viewer).accountId),
  'GET /v4/account/gift-aid/cover': async ({ app, viewer, input }) => {
    const { accountId } = accountOf(viewer)
    const campaign = await getCampaignForDonation(app, BigInt(input.campaignId))
    if (!campaign) throw new Problem('not-found', 'campaign-not-found')
    if (!campaign.giftAid) return { declaredOn: null, benefits: 0n }
    const [cover, benefits] = await Promise.all([
      findGiftAidCover(app, accountId, campaign.organizationId),
      benefitsOfAccount(app, accountId, campaign.organizationId),
    ])
    return { declaredOn: cover?.declaredOn ?? null, benefits }
  },
  'POST /v4/account/gift-aid/declarations': async ({
    app,
    viewer,
    context,
    input: { organizationId, textVersion },
  }) => {
    const { accountId } = accountOf(viewer)
    await declareForPastAndLater(app, { accountId, context }, { organizationId: BigInt(organizationId), textVersion })
    return readOverview(app, accountId)
  },
  'POST /v4/account/gift-aid/declarations/:declarationId/end': async ({ app, viewer, context, input }) => {
    const { accountId } = accountOf(viewer)
    const { declarationId } = input
    await endDeclaration(app, { accountId, context }, { declarationId, from: localDate(input.from) })
    return readOverview(app, accountId)
  },
  'POST /v4/account/gift-aid/donations/:donationId/exclude': async ({ app, viewer, context, input }) => {
    const { accountId } = accountOf(viewer)
    await excludeDonation(app, { accountId, context }, input.donationId)
    return readOverview(app, accountId)
  },
  'POST /v4/account/gift-aid/donations/:donationId/confirm': async ({ app, viewer, context, input }) => {
    const { accountId } = accountOf(viewer)
    await confirmOwnDonation(app, { accountId, context }, input.donationId)
    return readOverview(app, accountId)
  },
  'POST /v4/account/gift-aid/details': async ({ app, viewer, context, input }) => {
    const { accountId } = accountOf(viewer)
    await changeDetails(app, { accountId, context }, input.address)
    return readOverview(app, accountId)
  },
  'GET /v4/gift-aid/confirmation': ({ app, input }) => readConfirmation(app, input.token),
  'POST /v4/gift-aid/confirmation': ({ app, context, input }) => confirmAnonymous(app, context, input.token),
}
