import {
  findAttemptByProviderIntent,
  forEachProvider,
  markWebhookHandled,
  delayWebhooks,
  recordWebhook,
  findUnhandledWebhooks,
  type WebhookHeaders,
} from '#modules/money/payments/index.ts'
import { type GivingPorts, addTime, timeouts } from '../ports.ts'
import { fetchOutcome, resolve } from './resolve.ts'

/**
 * Verifies, stores and acknowledges a provider's webhook. Its content isn't trusted but looked up later, so order,
 * repetition and age don't matter (payments-10). Returns false if no provider accepts it, for example because its
 * signature is invalid or too old.
 */
export async function receiveWebhook(ports: GivingPorts, rawBody: Buffer, headers: WebhookHeaders): Promise<boolean> {
  for (const provider of ports.providers.all) {
    const notice = provider.readWebhook(rawBody, headers)
    if (!notice) continue
    await recordWebhook(ports, {
      provider: provider.name,
      eventId: notice.eventId,
      kind: notice.kind,
      objectId: notice.providerIntentId ?? notice.methodId ?? '',
      at: ports.clock(),
    })
    return true
  }
  return false
}

/**
 * Handles stored webhook events by looking up each intent's current state. Can be repeated safely. Returns the number
 * of handled events.
 */
export async function handleWebhooks(ports: GivingPorts, limit = 50): Promise<number> {
  const handled = await forEachProvider(ports, ({ name }) => handleWebhooksOf(ports, name, limit))
  return handled.reduce((sum, value) => sum + value, 0)
}

async function handleWebhooksOf(ports: GivingPorts, provider: string, limit: number): Promise<number> {
  const notices = await findUnhandledWebhooks(ports.db, provider, { about: 'charges', now: ports.clock(), limit })
  const handled = await Promise.all(
    notices.map(async ({ eventId, objectId }) => {
      try {
        const attempt = objectId === '' ? undefined : await findAttemptByProviderIntent(ports, provider, objectId)
        if (
          attempt &&
          (attempt.state === 'SUBMITTED' || attempt.state === 'CHALLENGE' || attempt.state === 'UNKNOWN')
        ) {
          // A request that is calling the provider right now receives the outcome itself; its lease limits how long
          // that takes. A payment that the bank is processing is past that point and is looked up.
          if (
            attempt.state === 'SUBMITTED' &&
            !attempt.processingAt &&
            addTime(attempt.submittedAt, { seconds: timeouts.leaseSeconds }) > ports.clock()
          ) {
            await delayWebhooks(ports, provider, [eventId], { atLeast: 1 })
            return 0
          }
          await resolve(ports, attempt, await fetchOutcome(ports, attempt))
        }
        await markWebhookHandled(ports, provider, eventId, ports.clock())
        return 1
      } catch (error) {
        // Retried later, so that one bad event doesn't delay the others.
        ports.log.error({ error, eventId }, 'handling a webhook failed')
        await delayWebhooks(ports, provider, [eventId], { atLeast: 60 })
        return 0
      }
    }),
  )
  return handled.reduce<number>((sum, item) => sum + item, 0)
}
