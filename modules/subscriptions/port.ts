import type { GivingPorts } from '#modules/giving/index.ts'

/** What subscriptions ask of the world: what giving asks. */
export type SubscriptionPorts = GivingPorts
