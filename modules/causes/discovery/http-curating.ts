import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { Handlers } from '#shared/endpoint.ts'
import type { curatingContract } from './contract-curating.ts'
import { removeEvent, removeList, saveAdVariants, saveEvent, saveFeatured, saveList } from './curate.ts'
import {
  findCampaignByText,
  curatedEvent,
  curatedList,
  curatedVariants,
  featuredOf,
  listsAndEvents,
} from './curated.ts'
import type { DiscoveryPorts } from './show-cards.ts'

const done = { done: true } as const

export const curatingHandlers: Handlers<typeof curatingContract, DiscoveryPorts, Viewer> = {
  'GET /v4/staff/campaigns-named': ({ app, input }) => findCampaignByText(app, input),
  'GET /v4/staff/featured': ({ app, input }) => featuredOf(app, input.adSpotType),
  'PUT /v4/staff/featured': async ({ app, viewer, context, input }) => {
    await saveFeatured(app, { viewer: accountOf(viewer), context }, input)
    return done
  },
  'GET /v4/staff/lists': ({ app }) => listsAndEvents(app),
  'GET /v4/staff/lists/:listId': ({ app, input }) => curatedList(app, input.listId),
  'GET /v4/staff/events/:slug': ({ app, input }) => curatedEvent(app, input.slug),
  'GET /v4/staff/ad-variants': ({ app }) => curatedVariants(app),
  'POST /v4/discovery/lists': async ({ app, viewer, context, input }) => ({
    id: (await saveList(app, { viewer: accountOf(viewer), context }, input)).toString(),
  }),
  'PUT /v4/discovery/lists/:listId': async ({ app, viewer, context, input }) => ({
    id: (await saveList(app, { viewer: accountOf(viewer), context }, input)).toString(),
  }),
  'DELETE /v4/discovery/lists/:listId': async ({ app, viewer, context, input }) => {
    await removeList(app, { viewer: accountOf(viewer), context }, input.listId)
    return done
  },
  'PUT /v4/discovery/events/:slug': async ({ app, viewer, context, input }) => ({
    id: (await saveEvent(app, { viewer: accountOf(viewer), context }, input)).toString(),
  }),
  'DELETE /v4/discovery/events/:slug': async ({ app, viewer, context, input }) => {
    await removeEvent(app, { viewer: accountOf(viewer), context }, input.slug)
    return done
  },
  'PUT /v4/discovery/ad-variants/:campaignId': async ({ app, viewer, context, input }) => {
    await saveAdVariants(app, { viewer: accountOf(viewer), context }, input)
    return { id: input.campaignId }
  },
}
