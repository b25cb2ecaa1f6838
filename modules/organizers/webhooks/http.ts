import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { Handlers } from '#shared/endpoint.ts'
import type { webhooksContract } from './contract.ts'
import { changeEndpoint, createEndpoint, removeEndpoint, rotateEndpointSecret } from './endpoints/manage-endpoints.ts'
import { endpointView, readDeliveries, readEndpoints } from './endpoints/read-endpoints.ts'
import { resendDelivery, resendRange, sendTestEvent } from './endpoints/send-again.ts'
import { readEvents } from './events/read-events.ts'
import type { WebhookPorts } from './ports.ts'

const done = { done: true } as const
const own = (input: { readonly organizationId: string; readonly endpointId: string }) => ({
  organizationId: BigInt(input.organizationId),
  id: input.endpointId,
})

export const webhooksHandlers: Handlers<typeof webhooksContract, WebhookPorts, Viewer> = {
  'GET /v4/organizations/:organizationId/webhook-endpoints': ({ app, viewer, input }) =>
    readEndpoints(app, accountOf(viewer), BigInt(input.organizationId)),
  'POST /v4/organizations/:organizationId/webhook-endpoints': ({ app, viewer, context, input }) =>
    createEndpoint(
      app,
      { viewer: accountOf(viewer), context },
      { ...input, organizationId: BigInt(input.organizationId) },
    ),
  'PATCH /v4/organizations/:organizationId/webhook-endpoints/:endpointId': async ({ app, viewer, context, input }) =>
    endpointView(
      await changeEndpoint(
        app,
        { viewer: accountOf(viewer), context },
        { ...own(input), url: input.url, events: input.events, isEnabled: input.isEnabled },
      ),
      app.clock(),
    ),
  'POST /v4/organizations/:organizationId/webhook-endpoints/:endpointId/rotation': ({ app, viewer, context, input }) =>
    rotateEndpointSecret(
      app,
      { viewer: accountOf(viewer), context },
      { ...own(input), overlapHours: input.overlapHours },
    ),
  'DELETE /v4/organizations/:organizationId/webhook-endpoints/:endpointId': async ({ app, viewer, context, input }) => {
    await removeEndpoint(app, { viewer: accountOf(viewer), context }, own(input))
    return done
  },
  'POST /v4/organizations/:organizationId/webhook-endpoints/:endpointId/test': ({ app, viewer, input }) =>
    sendTestEvent(app, accountOf(viewer), own(input)),
  'GET /v4/organizations/:organizationId/webhook-endpoints/:endpointId/deliveries': ({ app, viewer, input }) =>
    readDeliveries(app, accountOf(viewer), {
      ...own(input),
      state: input.state,
      before: input.before,
      limit: input.limit,
    }),
  'POST /v4/organizations/:organizationId/webhook-endpoints/:endpointId/deliveries/:deliveryId/resend': async ({
    app,
    viewer,
    input,
  }) => {
    await resendDelivery(app, accountOf(viewer), { ...own(input), deliveryId: input.deliveryId })
    return done
  },
  'POST /v4/organizations/:organizationId/webhook-endpoints/:endpointId/resend': ({ app, viewer, input }) =>
    resendRange(app, accountOf(viewer), {
      ...own(input),
      from: input.from === undefined ? new Date(0) : new Date(input.from),
      to: input.to === undefined ? app.clock() : new Date(input.to),
      includesSucceeded: input.includesSucceeded,
    }),
  'GET /v4/organizations/:organizationId/changes/events': ({ app, viewer, input }) =>
    readEvents(app, accountOf(viewer), {
      organizationId: BigInt(input.organizationId),
      since: input.updated_since === undefined ? undefined : new Date(input.updated_since),
      after: BigInt(input.after),
      limit: input.limit,
    }),
}
