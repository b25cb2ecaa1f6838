import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { WebhookPorts } from '../ports.ts'
import { insertTestEvent, queueAgain, queueRangeAgain } from '../queries/deliveries.ts'
import type { WebhookEndpoint } from '../queries/endpoints.ts'
import { testEventKind } from '../rules/event-kinds.ts'
import { authorizeForWebhooks, lockOwnEndpoint } from './authorize-for-webhooks.ts'

type OwnEndpoint = { readonly organizationId: bigint; readonly id: string }

/** Sends a test event to an endpoint; returns the event's id. */
export async function sendTestEvent(
  ports: WebhookPorts,
  viewer: AccountViewer,
  input: OwnEndpoint,
): Promise<{ readonly eventId: string }> {
  const charity = await authorizeForWebhooks(ports, viewer, input.organizationId, 'changing')
  const eventId = ports.newId()
  await ports.write(async (tx) => {
    const { id } = await lockOwnEndpoint(tx, input)
    await insertTestEvent(tx, {
      id: eventId,
      organizationId: charity.id,
      kind: testEventKind,
      endpointId: id,
      at: ports.clock(),
    })
  })
  return { eventId }
}

async function lockEnabled(tx: Tx, input: OwnEndpoint): Promise<WebhookEndpoint> {
  const found = await lockOwnEndpoint(tx, input)
  if (found.disabledAt !== null) throw new Problem('conflict', 'webhook-endpoint-disabled')
  return found
}

/** Sends one event to an endpoint again. Throws 404 for a delivery of another endpoint (webhooks-4). */
export async function resendDelivery(
  ports: WebhookPorts,
  viewer: AccountViewer,
  input: OwnEndpoint & { readonly deliveryId: string },
): Promise<void> {
  await authorizeForWebhooks(ports, viewer, input.organizationId, 'changing')
  await ports.write(async (tx) => {
    const { id } = await lockEnabled(tx, input)
    if (!(await queueAgain(tx, { endpointId: id, deliveryId: input.deliveryId, now: ports.clock() })))
      throw new Problem('not-found', 'not-found')
  })
}

/** Sends the events of a range of time to an endpoint again; returns their number (webhooks-4). */
export async function resendRange(
  ports: WebhookPorts,
  viewer: AccountViewer,
  input: OwnEndpoint & { readonly from: Date; readonly to: Date; readonly includesSucceeded: boolean },
): Promise<{ readonly events: number }> {
  const charity = await authorizeForWebhooks(ports, viewer, input.organizationId, 'changing')
  return ports.write(async (tx) => {
    const { id, events } = await lockEnabled(tx, input)
    return {
      events: await queueRangeAgain(tx, {
        ...input,
        endpointId: id,
        organizationId: charity.id,
        kinds: events,
        now: ports.clock(),
      }),
    }
  })
}
