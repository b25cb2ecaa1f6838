import type { GivingPorts } from '#modules/giving/index.ts'

/** What subscriptions ask of the world: what giving asks. */
export type SubscriptionPorts = GivingPorts & {
  /** A simulation's clock is its own: it is not compared with the database's. */
  readonly isClockSimulated?: boolean
}
