import { addEventData } from './events/add-data.ts'
import { writeDonationEvents, writeRefundEvents } from './events/write-events.ts'
import { webhooksHandlers } from './http.ts'
import { createWebhookPoster } from './sending/post-webhook.ts'
import { purgeEvents } from './sending/purge-events.ts'
import { createSender } from './sending/sender.ts'

export type { WebhookPorts } from './ports.ts'

/** Exports for `server/` only. */
export const webhooksServer = {
  createWebhookPoster,
  handlers: webhooksHandlers,
  reactions: { writeDonationEvents, writeRefundEvents },
  jobs: { addEventData, createSender, purgeEvents },
}
