import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { listFailedEvents, retryFailedEvent } from '#modules/money/giving/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer, Viewer } from '#modules/platform/identity/index.ts'
import { requireRefundRole, type RefundPorts } from '../ports.ts'

/** Lists the outbox events that need review, with the error of their last attempt. */
export async function readFailedEvents(ports: RefundPorts, { roles }: AccountViewer) {
  const events = await listFailedEvents(ports.db, 100)
  return {
    events: events.map((event) => ({
      ...event,
      id: String(event.id),
    })),
    canRetry: roles.some((role) => role === 'finance' || role === 'admin'),
  }
}

/** Returns a failed event to the outbox. Throws `not-found` if it isn't in the manual review queue. */
export async function retryEvent(
  ports: RefundPorts,
  viewer: Viewer,
  context: Pick<RequestContext, 'ip'>,
  eventId: string,
): Promise<void> {
  const { accountId } = requireRefundRole(viewer)
  await ports.write(async (tx) => {
    const event = /^\d{1,18}$/.test(eventId) ? await retryFailedEvent(tx, BigInt(eventId)) : undefined
    if (!event) throw new Problem('not-found', 'not-found')
    await record(tx, {
      actor: { kind: 'account', id: accountId },
      act: 'refunds.event-retried',
      object: `intent:${event.intentId}`,
      at: ports.clock(),
      ip: context.ip,
      details: { eventId },
    })
  })
}
