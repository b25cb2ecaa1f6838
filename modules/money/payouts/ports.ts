import type { TwoFactorPolicy, FieldKey } from '#modules/platform/identity/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import type { Ports, StandbyPorts } from '#shared/ports.ts'
import type { PayoutSchedule } from './rules/schedule.ts'

/** The operator's settings for payouts. */
export type PayoutSettings = {
  readonly schedule: PayoutSchedule
  /** Days of 24 hours for which a payment is held. */
  readonly holdDays: number
  /** Whole percent of a payout that stays in reserve, and the days for which it stays. */
  readonly reservePercent: number
  readonly reserveDays: number
  /** The minimum by currency in minor units; other currencies have the default. */
  readonly minimums: ReadonlyMap<string, bigint>
  /** The operator's own account in euros, from which bank files pay; undefined if it isn't set. */
  readonly sender: { readonly name: string; readonly iban: string } | undefined
}

/** The ports of payouts in addition to the common ones. */
export type PayoutPorts = Ports &
  StandbyPorts &
  NotificationPorts &
  TwoFactorPolicy & {
    /** `none`: the operator's own charity is the only one, and nothing is paid out. */
    readonly payouts: 'none' | 'file'
    readonly payoutSettings: PayoutSettings
    readonly staffApprovals: 1 | 2
    /** The key that encrypts bank numbers and bank files. */
    readonly fieldKey: FieldKey
  }
