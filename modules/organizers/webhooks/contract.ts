import { z } from 'zod'
import { rotationHours } from '#shared/api-keys/choices.ts'
import { endpoint } from '#shared/endpoint.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { webhookEventKinds } from './rules/event-kinds.ts'

const organizationId = numericId
const endpointId = uuid
const scope = 'webhooks:write'
const events = z.array(z.string().max(60)).max(60).describe('Types of events, such as `donation.succeeded`.')
/** Checked by the use case, which has a message for each fault. */
const url = z.string().max(2000).describe('An https address on port 443 that is public.')
/** An instant, or a day (UTC), which means its first moment. */
const instantOrDay = z.union([z.iso.datetime({ offset: true }), z.iso.date()])
const done = z.object({ done: z.literal(true) })
const deliveryStates = ['pending', 'succeeded', 'failed'] as const
const refuses = ['charity-not-found', 'not-allowed', 'two-factor-required'] as const
const refusesChange = [...refuses, 'charity-closed', 'ownership-change-pending'] as const
const refusesControl = [...refusesChange, 'reauthentication-required', 'factor-removed-lately'] as const
const urlFaults = ['webhook-url-not-valid', 'webhook-url-not-https', 'webhook-url-not-public'] as const

export const webhookEndpointView = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  createdAt: z.string(),
  formerValidUntil: z
    .string()
    .nullable()
    .describe('Until when the secret before the last rotation signs, too; null if it doesn’t.'),
  failingSince: z
    .string()
    .nullable()
    .describe('The first failed attempt since the last success; null if the last attempt succeeded.'),
  disabledAt: z.string().nullable().describe('Null: it is enabled.'),
  disabledReason: z
    .enum(['failing', 'gone', 'member'])
    .nullable()
    .describe(
      '`failing`: five days without a success. `gone`: its receiver responded with 410. `member`: by a member of the charity.',
    ),
})
z.globalRegistry.add(webhookEndpointView, {
  id: 'WebhookEndpoint',
  description: 'An address that events of a charity are sent to, without its secret.',
})

export const webhookDeliveryView = z.object({
  id: z.string(),
  eventId: z.string(),
  type: z.string(),
  objectId: z.string(),
  sequence: z.number().int(),
  occurredAt: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  lastAttemptAt: z.string().nullable(),
  nextAttemptAt: z.string().nullable().describe('Null: it isn’t sent again by itself.'),
  status: z.number().int().nullable().describe('The HTTP status of the last attempt; null without a response.'),
  response: z.string().nullable().describe('The first 1,000 characters of the response.'),
  error: z
    .string()
    .nullable()
    .describe(
      'Why there was no response: `timeout`, `not-public`, `name-unknown`, `refused`, `tls`, `response-too-large` or `network`.',
    ),
  durationMs: z.number().int().nullable(),
})
z.globalRegistry.add(webhookDeliveryView, {
  id: 'WebhookDelivery',
  description: 'An event that was or will be sent to an endpoint, with its last attempt.',
})

/** A secret, which only this response contains. */
const createdSecret = z.object({ id: z.string(), secret: z.string() })
z.globalRegistry.add(createdSecret, {
  id: 'WebhookSecret',
  description: 'An endpoint with its secret of Standard Webhooks.',
})

const webhookEventView = z.object({
  id: z.string(),
  type: z.string(),
  timestamp: z.string().describe('When it occurred.'),
  sequence: z.number().int().describe('Greater than those of the charity’s earlier events.'),
  organizationId: z.string(),
  data: z.record(z.string(), z.unknown()).describe('The object as the API returns it.'),
})
z.globalRegistry.add(webhookEventView, {
  id: 'WebhookEvent',
  description: 'What happened to an object of a charity, as its endpoints get it.',
})

/** Calls about a charity's webhooks. */
export const webhooksContract = {
  'GET /v4/organizations/:organizationId/webhook-endpoints': endpoint({
    access: 'signed-in',
    scope,
    summary: 'List webhook endpoints',
    description:
      'Returns the endpoints of a charity, oldest first, without their secrets, and the kinds of events that they can choose. Requires an owner or admin of the charity.',
    input: z.object({ organizationId }),
    output: z.object({
      charity: z.object({ id: z.string(), name: z.string() }),
      endpoints: z.array(webhookEndpointView),
      eventKinds: z.array(z.enum(webhookEventKinds)),
    }),
    refuses,
  }),
  'POST /v4/organizations/:organizationId/webhook-endpoints': endpoint({
    access: 'signed-in',
    scope,
    summary: 'Create a webhook endpoint',
    description:
      'Adds an endpoint that these events are sent to, mails the owners, and returns its secret, which can’t be shown again. A key can choose only events whose data its scopes let it read. Requires an owner or admin of the charity and, without a key, a recent proof of identity.',
    perMinute: 10,
    input: z.object({ organizationId, url, events }),
    output: createdSecret,
    refuses: [...refusesControl, 'too-many-webhook-endpoints', ...urlFaults, 'webhook-events-missing'],
  }),
  'PATCH /v4/organizations/:organizationId/webhook-endpoints/:endpointId': endpoint({
    access: 'signed-in',
    scope,
    summary: 'Change a webhook endpoint',
    description:
      'Changes the address or the events of an endpoint, disables it or enables it again; a missing field stays. Mails the owners about a new address. Requires an owner or admin of the charity and, without a key, a recent proof of identity.',
    perMinute: 30,
    input: z.object({
      organizationId,
      endpointId,
      url: url.optional(),
      events: events.optional(),
      isEnabled: z.boolean().optional(),
    }),
    output: webhookEndpointView,
    refuses: [...refusesControl, 'not-found', ...urlFaults, 'webhook-events-missing'],
  }),
  'POST /v4/organizations/:organizationId/webhook-endpoints/:endpointId/rotation': endpoint({
    access: 'signed-in',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Replaces the secret of an endpoint and mails the owners; for the hours chosen, events are signed with both secrets. Requires an owner or admin of the charity and a recent proof of identity.',
    perMinute: 10,
    input: z.object({ organizationId, endpointId, overlapHours: z.literal([...rotationHours]) }),
    output: createdSecret,
    refuses: [...refusesControl, 'not-found'],
  }),
  'DELETE /v4/organizations/:organizationId/webhook-endpoints/:endpointId': endpoint({
    access: 'signed-in',
    scope,
    summary: 'Delete a webhook endpoint',
    description: 'Deletes an endpoint at once, with its deliveries. Requires an owner or admin of the charity.',
    input: z.object({ organizationId, endpointId }),
    output: done,
    refuses: [...refuses, 'not-found'],
  }),
  'POST /v4/organizations/:organizationId/webhook-endpoints/:endpointId/test': endpoint({
    access: 'signed-in',
    scope,
    summary: 'Send a test event',
    description:
      'Sends an event of the type `webhook.test` to an endpoint, once and also while it is disabled. Requires an owner or admin of the charity.',
    perMinute: 20,
    input: z.object({ organizationId, endpointId }),
    output: z.object({ eventId: z.string() }),
    refuses: [...refuses, 'charity-closed', 'not-found'],
  }),
  'GET /v4/organizations/:organizationId/webhook-endpoints/:endpointId/deliveries': endpoint({
    access: 'signed-in',
    scope,
    summary: 'List webhook deliveries',
    description:
      'Returns the events of the last 30 days that were or will be sent to an endpoint, newest first, each with its last attempt. Requires an owner or admin of the charity.',
    input: z.object({
      organizationId,
      endpointId,
      state: z.enum(deliveryStates).optional(),
      before: z
        .string()
        .max(20)
        .regex(/^\d*$/)
        .default('')
        .describe('`next` of the page before; absent for the newest events.'),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    output: z.object({
      charity: z.object({ id: z.string(), name: z.string(), timeZone: z.string() }),
      endpoint: webhookEndpointView,
      deliveries: z.array(webhookDeliveryView),
      next: z.string().nullable().describe('The value of `before` for the next page; null on the last one.'),
    }),
    refuses: [...refuses, 'not-found'],
  }),
  'POST /v4/organizations/:organizationId/webhook-endpoints/:endpointId/deliveries/:deliveryId/resend': endpoint({
    access: 'signed-in',
    scope,
    summary: 'Send a webhook again',
    description:
      'Sends one event to an endpoint again, with all its retries and the same id. Requires an owner or admin of the charity.',
    perMinute: 60,
    input: z.object({ organizationId, endpointId, deliveryId: uuid }),
    output: done,
    refuses: [...refuses, 'charity-closed', 'not-found', 'webhook-endpoint-disabled'],
  }),
  'POST /v4/organizations/:organizationId/webhook-endpoints/:endpointId/resend': endpoint({
    access: 'signed-in',
    scope,
    summary: 'Send webhooks of a range again',
    description:
      'Sends the events that occurred from one instant until another to an endpoint again, including those that it missed while it was disabled; by default only those that it hasn’t accepted. Requires an owner or admin of the charity.',
    perMinute: 10,
    input: z.object({
      organizationId,
      endpointId,
      from: instantOrDay
        .optional()
        .describe(
          'Events that occurred at this instant or later; a day begins at midnight UTC. Default: all stored events.',
        ),
      to: instantOrDay
        .optional()
        .describe('Events that occurred before this instant; a day begins at midnight UTC. Default: now.'),
      includesSucceeded: z.boolean().default(false),
    }),
    output: z.object({ events: z.number().int() }),
    refuses: [...refuses, 'charity-closed', 'not-found', 'webhook-endpoint-disabled'],
  }),
  'GET /v4/organizations/:organizationId/changes/events': endpoint({
    access: 'signed-in',
    scope,
    summary: 'List a charity’s webhook events',
    description:
      'Returns the charity’s events of the last 30 days by their sequence numbers, oldest first, as its endpoints get them. Events are stored only while the charity has an endpoint. A key gets only events whose data its scopes let it read. Requires an owner or admin of the charity.',
    input: z.object({
      organizationId,
      updated_since: instantOrDay
        .optional()
        .describe('Only events that occurred at this instant or later; a day begins at midnight UTC.'),
      after: z
        .string()
        .regex(/^\d{1,18}$/)
        .default('0')
        .describe('The sequence number of an event; events after it are returned.'),
      limit: z.coerce.number().int().min(1).max(100).default(100),
    }),
    output: z.object({
      items: z.array(webhookEventView),
      next: z.string().nullable().describe('The value of `after` for the next page; null on the last one.'),
    }),
    refuses,
  }),
}
