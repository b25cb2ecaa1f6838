import type { z } from 'zod'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { lastOf } from '#shared/collections.ts'
import { Problem } from '#shared/problem.ts'
import type { webhookDeliveryView, webhookEndpointView } from '../contract.ts'
import type { WebhookPorts } from '../ports.ts'
import { type Delivery, listDeliveries } from '../queries/deliveries.ts'
import { findEndpoint, listEndpoints, type WebhookEndpoint } from '../queries/endpoints.ts'
import { webhookEventKinds } from '../rules/event-kinds.ts'
import type { DeliveryState } from '../tables.ts'
import { authorizeForWebhooks } from './authorize-for-webhooks.ts'

const instant = (value: Date | null): string | null => value?.toISOString() ?? null

/** Converts an endpoint for the API, without its secrets. */
export const endpointView = (row: WebhookEndpoint, now: Date): z.output<typeof webhookEndpointView> => ({
  id: row.id,
  url: row.url,
  events: [...row.events],
  createdAt: row.createdAt.toISOString(),
  formerValidUntil: row.formerValidUntil !== null && row.formerValidUntil > now ? instant(row.formerValidUntil) : null,
  failingSince: instant(row.failingSince),
  disabledAt: instant(row.disabledAt),
  disabledReason: row.disabledReason,
})

/** Returns a charity's endpoints without their secrets, for its owners and admins. */
export async function readEndpoints(ports: WebhookPorts, viewer: AccountViewer, organizationId: bigint) {
  const charity = await authorizeForWebhooks(ports, viewer, organizationId, 'reading')
  const endpoints = await listEndpoints(ports.db, charity.id)
  return {
    charity: { id: String(charity.id), name: charity.name },
    endpoints: endpoints.map((row) => endpointView(row, ports.clock())),
    eventKinds: webhookEventKinds,
  }
}

const deliveryView = (row: Delivery): z.output<typeof webhookDeliveryView> => ({
  id: row.id,
  eventId: row.eventId,
  type: row.kind,
  objectId: row.objectId,
  sequence: Number(row.sequence),
  occurredAt: row.occurredAt.toISOString(),
  state: row.state,
  attempts: row.attempts,
  lastAttemptAt: instant(row.lastAttemptAt),
  nextAttemptAt: instant(row.nextAttemptAt),
  status: row.status,
  response: row.response,
  error: row.error,
  durationMs: row.durationMs,
})

/** Returns a page of the deliveries of an endpoint. Reads one more than it returns, to know whether there are more. */
export async function readDeliveries(
  ports: WebhookPorts,
  viewer: AccountViewer,
  input: {
    readonly organizationId: bigint
    readonly id: string
    readonly state?: DeliveryState | undefined
    /** The sequence number of an event, or empty. */
    readonly before: string
    readonly limit: number
  },
) {
  const charity = await authorizeForWebhooks(ports, viewer, input.organizationId, 'reading')
  const found = await findEndpoint(ports.db, { organizationId: charity.id, id: input.id })
  if (!found) throw new Problem('not-found', 'not-found')
  const rows = await listDeliveries(ports.db, {
    endpointId: found.id,
    state: input.state,
    before: input.before === '' ? undefined : BigInt(input.before),
    limit: input.limit + 1,
  })
  const onPage = rows.slice(0, input.limit)
  return {
    charity: { id: String(charity.id), name: charity.name, timeZone: charity.timeZone },
    endpoint: endpointView(found, ports.clock()),
    deliveries: onPage.map((row) => deliveryView(row)),
    next: rows.length > onPage.length ? String(lastOf(onPage).sequence) : null,
  }
}
