import type { GivingPorts } from '#modules/money/giving/index.ts'
import type { ChargeTimes } from '#modules/recurring/plans/rules/schedule.ts'

/** The job for a plan that has ended before its last day, with its `subscriptionId`. */
export const planEndedTask = 'subscriptions:plan_ended'

/** Dependencies of subscriptions: those of giving, and the charge times. */
export type SubscriptionPorts = GivingPorts & {
  /** Charge times of plans that start from now on. */
  readonly chargeTimes: ChargeTimes
  /** With a simulated clock, the database's clock isn't compared. */
  readonly isClockSimulated?: boolean
}
