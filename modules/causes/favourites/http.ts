import type { Handlers } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { favouritesContract } from './contract.ts'
import { setFavourite } from './set-favourite.ts'
import { givingList } from './giving-list.ts'
import { favouritesAmong } from './queries.ts'

export const favouritesHandlers: Handlers<typeof favouritesContract, Ports, Viewer> = {
  'POST /api/user/favorite': ({ app, viewer, input }) =>
    setFavourite(app, accountOf(viewer).accountId, { verb: input.verb, campaignId: BigInt(input.project_id) }),
  'GET /api/user/favorites': async ({ app, viewer, input }) =>
    (await favouritesAmong(app, accountOf(viewer).accountId, input.ids.split(',').map(BigInt))).map(String),
  'GET /v4/account/giving-list': ({ app, viewer, input }) => givingList(app, accountOf(viewer).accountId, input),
}
