import type { FieldKey, TwoFactorPolicy } from '#modules/platform/identity/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import type { Ports } from '#shared/ports.ts'

/** The ports of claims in addition to the common ones. */
export type ClaimPorts = Ports &
  NotificationPorts &
  TwoFactorPolicy & {
    /** `none`: nothing is paid out, so claims don't wait for payouts. */
    readonly payouts: 'none' | 'file'
    /** The key that encrypts names and addresses. */
    readonly fieldKey: FieldKey
  }
