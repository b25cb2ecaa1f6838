import type { z } from 'zod'
import type { webhookDeliveryView, webhookEndpointView } from '#modules/organizers/webhooks/contract.ts'
import { dateTimeFormat } from '#shared/formats.ts'
import { dateTag, type Locale } from '#shared/text.ts'
import type { DeliveryState } from '#modules/organizers/webhooks/tables.ts'
import { agoText } from '#web/features/platform/identity/when.ts'

type Endpoint = z.output<typeof webhookEndpointView>
type Delivery = z.output<typeof webhookDeliveryView>

/** The states of a delivery, in the order of the page's filter. */
export const deliveryStates = ['failed', 'pending', 'succeeded'] as const satisfies readonly DeliveryState[]

/** Formats a webhook in the loader, so that server and browser show the same times. */
export function toWebhookRow(endpoint: Endpoint, now: Date, locale: Locale) {
  const { id, url, events, failingSince, disabledAt } = endpoint
  return {
    id,
    url,
    events,
    state: stateOf(endpoint),
    failed: failingSince && agoText(new Date(failingSince), now, locale),
    disabled: disabledAt && agoText(new Date(disabledAt), now, locale),
  }
}
export type WebhookRow = ReturnType<typeof toWebhookRow>

function stateOf({ disabledAt, failingSince }: Endpoint): 'working' | 'failing' | 'disabled' {
  if (disabledAt !== null) return 'disabled'
  return failingSince === null ? 'working' : 'failing'
}

const formatIn = (timeZone: string, locale: Locale) => {
  const format = dateTimeFormat(dateTag(locale), { dateStyle: 'medium', timeStyle: 'medium', timeZone })
  return (instant: string) => format.format(new Date(instant))
}

/** Formats a webhook for its page, with times of the charity's time zone. */
export function toWebhook(endpoint: Endpoint, timeZone: string, locale: Locale) {
  const { id, url, events, failingSince, disabledAt, disabledReason, formerValidUntil } = endpoint
  const timeOf = formatIn(timeZone, locale)
  return {
    id,
    url,
    host: new URL(url).host,
    events,
    state: stateOf(endpoint),
    failed: failingSince && timeOf(failingSince),
    disabled: disabledAt && timeOf(disabledAt),
    disabledReason: disabledReason ?? ('member' as const),
    overlap: formerValidUntil && timeOf(formerValidUntil),
  }
}
export type ShownWebhook = ReturnType<typeof toWebhook>

/** Formats deliveries with times of the charity's time zone. */
export function toDeliveryRows(deliveries: readonly Delivery[], timeZone: string, locale: Locale) {
  const timeOf = formatIn(timeZone, locale)
  return deliveries.map(({ lastAttemptAt: _, nextAttemptAt, ...delivery }) => ({
    ...delivery,
    occurred: timeOf(delivery.occurredAt),
    next: nextAttemptAt && timeOf(nextAttemptAt),
  }))
}
export type DeliveryRow = ReturnType<typeof toDeliveryRows>[number]
