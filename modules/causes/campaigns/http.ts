import { lastOf } from '#shared/collections.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { Handlers } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { getPublicCampaign } from './campaign-for-donation.ts'
import type { campaignsContract } from './contract.ts'
import { listCampaignCards } from './queries/cards.ts'
import { findCampaignPage } from './queries/page.ts'
import { hasAct } from './rules/kinds.ts'
import { canAct, runningActs } from './rules/acts.ts'
import { daysLeft } from './rules/progress.ts'
import { campaignRunBy } from './run-by.ts'
import { cardOf, pageOf, projectOf, projectRewardsOf } from './views.ts'

const notFound = () => new Problem('not-found', 'campaign-not-found')

export const campaignsHandlers: Handlers<typeof campaignsContract, Ports, Viewer> = {
  'GET /v4/campaigns/:campaignId/running': async ({ input, viewer, app }) => {
    const { id, organizationId, name, endsAt, pausedByStaffAt, parts, ...shown } = await campaignRunBy(
      app,
      viewer,
      BigInt(input.campaignId),
      'look',
    )
    const { slug, kind, language, status, currency } = shown
    const acts = runningActs.filter((act) => canAct(parts, act) && hasAct(shown.kind, act))
    const isPausedByStaff = pausedByStaffAt !== null
    return {
      id: id.toString(),
      slug,
      title: name,
      kind,
      language,
      status,
      hasEnded: status === 1 && daysLeft(endsAt, app.clock()) === 0,
      currency,
      organizationId: organizationId.toString(),
      isPausedByStaff,
      acts,
    }
  },
  'GET /v4/campaigns': async ({ input, app }) => {
    const now = app.clock()
    // One more than is shown, to know whether there is a next page.
    const rows = await listCampaignCards(app, {
      featured: input.featured,
      limit: input.limit + 1,
      before: input.before === undefined ? undefined : BigInt(input.before),
      country: input.country,
      now,
    })
    const cards = rows.slice(0, input.limit)
    return {
      campaigns: cards.map((row) => cardOf(row, now)),
      next: rows.length > cards.length ? lastOf(cards).id.toString() : null,
    }
  },
  'GET /v4/campaign-pages/:slug': async ({ input, app }) => {
    const row = await findCampaignPage(app, input.slug)
    if (!row) throw notFound()
    return pageOf(row, app.clock())
  },
  'POST /api/projectapi/rewards': async ({ input, app }) => {
    return { Rewards: projectRewardsOf(await getPublicCampaign(app, BigInt(input.id))) }
  },
  'GET /api/donate/minimumProjectForDonation/:id': async ({ input, app }) => {
    return projectOf(await getPublicCampaign(app, BigInt(input.id)), app.clock())
  },
}
