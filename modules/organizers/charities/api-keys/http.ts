import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { Handlers } from '#shared/endpoint.ts'
import type { CharityPorts } from '../ports.ts'
import { createCharityKey, revokeCharityKey, rotateCharityKey } from './change-keys.ts'
import { readCharityKeys, readThisKey } from './read-keys.ts'
import type { charityKeysContract } from './contract.ts'

export const charityKeysHandlers: Handlers<typeof charityKeysContract, CharityPorts, Viewer> = {
  'GET /v4/api-key': ({ app, viewer }) => readThisKey(app, accountOf(viewer)),
  'GET /v4/organizations/:organizationId/api-keys': ({ app, viewer, input }) =>
    readCharityKeys(app, accountOf(viewer), BigInt(input.organizationId)),
  'POST /v4/organizations/:organizationId/api-keys': ({ app, viewer, context, input }) =>
    createCharityKey(app, accountOf(viewer), context, { ...input, organizationId: BigInt(input.organizationId) }),
  'POST /v4/organizations/:organizationId/api-keys/:apiKeyId/rotation': ({ app, viewer, context, input }) =>
    rotateCharityKey(app, accountOf(viewer), context, {
      organizationId: BigInt(input.organizationId),
      id: input.apiKeyId,
      overlapHours: input.overlapHours,
    }),
  'DELETE /v4/organizations/:organizationId/api-keys/:apiKeyId': async ({ app, viewer, context, input }) => {
    await revokeCharityKey(app, accountOf(viewer), context, {
      organizationId: BigInt(input.organizationId),
      id: input.apiKeyId,
    })
    return { revoked: true }
  },
}
