import type { OrganizationScope } from '#shared/api-keys/scopes.ts'

/**
 * Kinds of events that an endpoint can choose, each with the scope that an API key needs to choose it: an event contains
 * what the key could read with that scope (webhooks-6).
 */
export const eventScopes = {
  'donation.succeeded': 'donations:read',
  'donation.refunded': 'donations:read',
  'donation.disputed': 'donations:read',
  'plan.started': 'plans:read',
  'plan.changed': 'plans:read',
  'plan.paused': 'plans:read',
  'plan.ended': 'plans:read',
  'plan.charge_failed': 'plans:read',
  'page.published': 'pages:read',
  'receipt.issued': 'donations:read',
  'zakat.distributed': 'figures:read',
  'payout.sent': 'payouts:read',
  'payout.paid': 'payouts:read',
  'payout.failed': 'payouts:read',
} as const satisfies Readonly<Record<string, OrganizationScope>>
export type WebhookEventKind = keyof typeof eventScopes

export const webhookEventKinds = Object.keys(eventScopes) as WebhookEventKind[]

/** Whether a text is a kind of event that an endpoint can choose. */
export const isWebhookEventKind = (text: string): text is WebhookEventKind => Object.hasOwn(eventScopes, text)

/** The event that the test button sends, to the tested endpoint only. */
export const testEventKind = 'webhook.test'

/** Returns the chosen kinds that a key with these scopes may not receive; a person (no scopes) may receive all. */
export const kindsBeyondScopes = (
  kinds: readonly WebhookEventKind[],
  scopes: readonly string[] | undefined,
): WebhookEventKind[] => (scopes === undefined ? [] : kinds.filter((kind) => !scopes.includes(eventScopes[kind])))
