import type { Handlers } from '#shared/endpoint.ts'
import { accountOf, type Viewer } from '../viewer.ts'
import type { apiKeysContract } from './contract.ts'
import { toApiKeyView } from './manage-keys.ts'
import { createOwnKey, type OwnKeyPorts, revokeOwnKey, rotateOwnKey } from './own-keys.ts'
import { listApiKeys } from './queries.ts'

export const apiKeyHandlers: Handlers<typeof apiKeysContract, OwnKeyPorts, Viewer> = {
  'GET /v4/api-keys': async ({ app, viewer }) => ({
    keys: (await listApiKeys(app.db, [accountOf(viewer).accountId])).map((key) => toApiKeyView(key, app.clock())),
  }),
  'POST /v4/api-keys': ({ app, viewer, context, input }) => createOwnKey(app, accountOf(viewer), context, input),
  'POST /v4/api-keys/:apiKeyId/rotation': ({ app, viewer, context, input }) =>
    rotateOwnKey(app, accountOf(viewer), context, { id: input.apiKeyId, overlapHours: input.overlapHours }),
  'DELETE /v4/api-keys/:apiKeyId': async ({ app, viewer, context, input }) => {
    await revokeOwnKey(app, accountOf(viewer), context, input.apiKeyId)
    return { revoked: true }
  },
}
