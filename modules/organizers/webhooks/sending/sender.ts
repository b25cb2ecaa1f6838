import type { WebhookPorts } from '../ports.ts'
import { endpointsWithDue } from '../queries/sending.ts'
import { sendToEndpoint } from './send-to-endpoint.ts'

/** Endpoints that are served at the same time by one worker. */
const endpointsMax = 100

/** Sends events in the background. */
export type WebhookSender = {
  /** Starts sending to endpoints with due events; returns their number without waiting for them. */
  readonly startDue: () => Promise<number>
  /** Waits until nothing is being sent; nothing new is claimed. */
  readonly stop: () => Promise<void>
}

/**
 * Creates a sender. Each endpoint is served on its own, so one that is slow or doesn't respond delays no other
 * (webhooks-4).
 */
export function createSender(ports: WebhookPorts): WebhookSender {
  const busy = new Map<string, Promise<unknown>>()
  let isStopping = false
  const serve = async (endpointId: string): Promise<void> => {
    try {
      await sendToEndpoint(ports, endpointId, () => isStopping)
    } catch (error) {
      ports.log.error({ error, endpointId }, 'webhooks of an endpoint couldn’t be sent and are retried')
    } finally {
      busy.delete(endpointId)
    }
  }
  return {
    startDue: async () => {
      const due = (await endpointsWithDue(ports.db, ports.clock())).filter((id) => !busy.has(id))
      const started = isStopping ? [] : due.slice(0, Math.max(0, endpointsMax - busy.size))
      for (const id of started) busy.set(id, serve(id))
      return started.length
    },
    stop: async () => {
      isStopping = true
      await Promise.all(busy.values())
    },
  }
}
