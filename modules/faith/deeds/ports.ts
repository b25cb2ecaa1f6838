import type { LetteringPorts } from '#modules/platform/media/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'

/** Data of modules above this one, as subqueries for set-based statements. `server/app.ts` connects them. */
export type DeedsSources = {
  /** Accounts that agree to their recap: account_id, since. */
  readonly consents: string
  /** Plans and the days on which they ran: account_id, starts_on, ends_on (not included; null while they run). */
  readonly planRuns: string
  /** Donations that came through an account's links: account_id, donation_id. */
  readonly referrals: string
}

/** What Deeds requires besides the common ports. */
export type DeedsPorts = NotificationPorts & LetteringPorts & { readonly deedsSources: DeedsSources }
