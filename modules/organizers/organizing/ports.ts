import type { IdentityPorts, FieldKey } from '#modules/platform/identity/index.ts'
import type { LetteringPorts } from '#modules/platform/media/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import type { StandbyPorts } from '#shared/ports.ts'
import type { ReviewLimits } from './rules/review.ts'

/** Dependencies besides the common ports. */
export type OrganizingPorts = NotificationPorts &
  StandbyPorts &
  IdentityPorts &
  LetteringPorts & {
    /** Key of 32 bytes that decrypts fields for the organizer (privacy-8). */
    readonly fieldKey: FieldKey
    /** Limits above which an offline donation waits for a second person (content-11). */
    readonly offlineReviewAbove: ReviewLimits
  }
