import { webhooksServer } from '#modules/organizers/webhooks/index-server.ts'
import type { App } from '../app.ts'
import { startLoop } from './outbox.ts'

/** Completes and sends webhook events in loops of their own, so that a slow receiver delays nothing else. */
export function startWebhookLoops(app: App): { stop(): Promise<void> } {
  const sender = webhooksServer.jobs.createSender(app)
  const loops = [
    startLoop(app, 'webhook events', 500, () => webhooksServer.jobs.addEventData(app)),
    startLoop(app, 'webhook deliveries', 500, sender.startDue),
  ]
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
      await sender.stop()
    },
  }
}
