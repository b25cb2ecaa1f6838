import type { StaffApprovals } from '#modules/causes/organizations/rules/verification-request.ts'
import type { IdentityPorts } from '#modules/platform/identity/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'

/**
 * What telling a fundraiser needs of the world: mails, the secret that codes and links are signed with, and how long a
 * verification lasts.
 */
export type FundraisingPorts = NotificationPorts &
  IdentityPorts & {
    /** How many months a charity is verified for (content-6). */
    readonly verificationMonths: number
    /** How many people of staff decide on a charity (content-23). */
    readonly staffApprovals: StaffApprovals
  }
