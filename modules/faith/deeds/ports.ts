import type { LetteringPorts } from '#modules/platform/media/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'

/** Data of modules above this one, as subqueries for set-based statements. `server/app.ts` connects them. */
export type DeedsSources = {
  /** Accounts that agree to their recap: account_id, since. */
  readonly consents: string
  /** Plans with the days on which they ran: account_id, starts_on, ends_on (exclusive; null while they run). */
  readonly planRuns: string
  /** Donations that came through an account's links: account_id, donation_id. */
  readonly referrals: string
}

/** The ports that Deeds needs in addition to the common ones. */
export type DeedsPorts = NotificationPorts & LetteringPorts & { readonly deedsSources: DeedsSources }
