import { findParent, getPublicCampaign } from '#modules/causes/campaigns/index.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import { required } from '#shared/collections.ts'
import type { Handlers, RequestContext } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { ownPage } from './act-on-page.ts'
import type { supporterPagesContract } from './contract.ts'
import { editPage, moveOwnPage } from './edit-page.ts'
import { openPage } from './open-page.ts'
import { countBelow, listBelow, listLeaders } from './queries/listed.ts'
import { listTeams, pagesOfAccount } from './queries/pages.ts'
import { changeSettings, decidePage, readSupporterSettings } from './settings.ts'
import { listedView, ownView } from './views.ts'

const ownMax = 200
const teamsMax = 200
const teamsShown = 12
const leadersShown = 10

const actingOf = ({ viewer, context }: { readonly viewer: Viewer; readonly context: RequestContext }) => ({
  viewer: accountOf(viewer),
  context,
})

const settingsView = async (ports: Ports, { parent, pages }: Awaited<ReturnType<typeof readSupporterSettings>>) => ({
  isOn: parent.takesSupporters,
  needsApproval: parent.approvesSupporters,
  hasLeaderboard: parent.hasLeaderboard,
  pages: await Promise.all(pages.map((page) => ownView(ports, page))),
})

export const supporterPagesHandlers: Handlers<typeof supporterPagesContract, NotificationPorts, Viewer> = {
  'GET /v4/campaigns/:campaignId/supporters': async ({ app, input: { limit, offset, ...input } }) => {
    const { id: campaignId } = await getPublicCampaign(app, BigInt(input.campaignId))
    const parent = required(await findParent(app.db, campaignId), 'campaign')
    const [count, supporters, teams, leaders] = await Promise.all([
      countBelow(app.db, campaignId),
      listBelow(app.db, { campaignId, kind: 'supporter', limit, offset }),
      offset === 0 ? listBelow(app.db, { campaignId, kind: 'team', limit: teamsShown, offset: 0 }) : [],
      parent.hasLeaderboard ? listLeaders(app.db, campaignId, leadersShown) : null,
    ])
    return {
      supporters: supporters.map(listedView),
      total: count.supporters,
      teams: teams.map(listedView),
      leaderboard: leaders && leaders.map(listedView),
    }
  },
  'GET /v4/campaigns/:campaignId/supporters/teams': async ({ app, input }) => {
    const { id } = await getPublicCampaign(app, BigInt(input.campaignId))
    const parent = required(await findParent(app.db, id), 'campaign')
    const teams = await listTeams(app.db, id, teamsMax)
    return {
      takesSupporters: parent.takesSupporters,
      hasLeaderboard: parent.hasLeaderboard,
      needsApproval: parent.approvesSupporters,
      currency: parent.currency,
      teams: teams.map(({ campaignId, ...team }) => ({ ...team, campaignId: campaignId.toString() })),
    }
  },
  'GET /v4/campaigns/:campaignId/supporter-settings': async ({ app, viewer, input }) =>
    settingsView(app, await readSupporterSettings(app, accountOf(viewer), BigInt(input.campaignId))),
  'PUT /v4/campaigns/:campaignId/supporter-settings': async ({ app, input, ...call }) =>
    settingsView(app, await changeSettings(app, actingOf(call), { ...input, campaignId: BigInt(input.campaignId) })),
  'POST /v4/campaigns/:campaignId/supporters/:pageId/state': async ({ app, input, ...call }) =>
    ownView(app, await decidePage(app, actingOf(call), { ...input, campaignId: BigInt(input.campaignId) })),
  'POST /v4/supporter-pages': async ({ app, input, ...call }) =>
    ownView(app, await openPage(app, actingOf(call), { ...input, parentId: BigInt(input.parentId) })),
  'GET /v4/account/supporter-pages': async ({ app, viewer }) => {
    const pages = await pagesOfAccount(app.db, accountOf(viewer).accountId, ownMax)
    return { pages: await Promise.all(pages.map((page) => ownView(app, page))) }
  },
  'GET /v4/account/supporter-pages/:pageId': async ({ app, viewer, input }) =>
    ownView(app, await ownPage(app, accountOf(viewer), input.pageId)),
  'PUT /v4/account/supporter-pages/:pageId': async ({ app, input: { pageId, ...written }, ...call }) =>
    ownView(app, await editPage(app, actingOf(call), pageId, written)),
  'POST /v4/account/supporter-pages/:pageId/state': async ({ app, input, ...call }) =>
    ownView(app, await moveOwnPage(app, actingOf(call), input.pageId, input.state)),
}
