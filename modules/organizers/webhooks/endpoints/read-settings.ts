import { type Fault, Problem } from '#shared/problem.ts'
import type { WebhookPorts } from '../ports.ts'
import { readEndpointUrl } from '../rules/endpoint-url.ts'
import { eventScopes, isWebhookEventKind, kindsBeyondScopes, type WebhookEventKind } from '../rules/event-kinds.ts'

type Settings = { readonly url: string; readonly events: readonly WebhookEventKind[] }

/**
 * Checks the address and the events of an endpoint. `scopes`: those of the requesting API key, whose endpoints get only
 * what the key itself could read; undefined in a session (webhooks-6). Throws 400 with faults at `url` and `events`.
 */
export function readEndpointSettings(
  { webhookHosts }: Pick<WebhookPorts, 'webhookHosts'>,
  draft: { readonly url: string; readonly events: readonly string[] },
  scopes: readonly string[] | undefined,
): Settings {
  const read = readEndpointUrl(draft.url, webhookHosts)
  const events = [...new Set(draft.events)].filter((kind) => isWebhookEventKind(kind))
  const [beyond] = kindsBeyondScopes(events, scopes)
  const fields: Record<string, Fault> = {}
  if ('fault' in read) fields.url = { code: read.fault }
  if (events.length === 0 || events.length < new Set(draft.events).size)
    fields.events = { code: 'webhook-events-missing' }
  if (beyond !== undefined)
    fields.events = { code: 'webhook-event-scope', params: { type: beyond, scope: eventScopes[beyond] } }
  if ('fault' in read || Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  return { url: read.url, events }
}
