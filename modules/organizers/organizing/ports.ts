import type { LetteringPorts } from '#modules/platform/media/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import type { ReviewLimits } from './rules/review.ts'

/** What running a fundraiser asks of the world besides the common ports. */
export type OrganizingPorts = NotificationPorts &
  LetteringPorts & {
    /** 32 bytes: opens what was sealed for the organizer (privacy-8). */
    readonly fieldKey: Buffer
    /** Above how much a gift entered by hand waits for a second person (content-11). */
    readonly offlineReviewAbove: ReviewLimits
  }
