import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { lastOf } from '#shared/collections.ts'
import { authorizeForWebhooks } from '../endpoints/authorize-for-webhooks.ts'
import type { WebhookPorts } from '../ports.ts'
import { listEvents } from '../queries/events.ts'
import { kindsBeyondScopes, webhookEventKinds } from '../rules/event-kinds.ts'

/**
 * Returns a page of a charity's stored events by their sequence numbers (webhooks-9). A key gets only events whose data
 * its scopes let it read. Reads one event more than it returns, to know whether there is a next page.
 */
export async function readEvents(
  ports: WebhookPorts,
  viewer: AccountViewer,
  input: {
    readonly organizationId: bigint
    readonly since: Date | undefined
    /** A sequence number; 0 begins with the oldest stored event. */
    readonly after: bigint
    readonly limit: number
  },
) {
  const charity = await authorizeForWebhooks(ports, viewer, input.organizationId, 'reading')
  const beyond = new Set(kindsBeyondScopes(webhookEventKinds, viewer.scopes))
  const rows = await listEvents(ports.db, {
    ...input,
    organizationId: charity.id,
    kinds: webhookEventKinds.filter((kind) => !beyond.has(kind)),
    limit: input.limit + 1,
  })
  const onPage = rows.slice(0, input.limit)
  return {
    items: onPage.map(({ id, kind, sequence, occurredAt, data }) => ({
      id,
      type: kind,
      timestamp: occurredAt.toISOString(),
      sequence: Number(sequence),
      organizationId: String(charity.id),
      data: { ...data },
    })),
    next: rows.length > onPage.length ? String(lastOf(onPage).sequence) : null,
  }
}
