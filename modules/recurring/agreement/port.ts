import type { GivingPorts } from '#modules/money/giving/index.ts'
import type { ChargeTimes } from '#modules/recurring/plans/rules/schedule.ts'

/** What subscriptions ask of the world: what giving asks, and when to charge. */
export type SubscriptionPorts = GivingPorts & {
  /** When gifts of plans that begin from now on are charged. */
  readonly chargeTimes: ChargeTimes
  /** A simulation's clock is its own: it is not compared with the database's. */
  readonly isClockSimulated?: boolean
}
