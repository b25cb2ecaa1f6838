import type { HostedPagePorts } from '#modules/organizers/hosted-pages/index.ts'
import type { CharityPorts } from '#modules/organizers/charities/index.ts'
import type { IdentityPorts } from '#modules/platform/identity/index.ts'
import type { MediaPorts } from '#modules/platform/media/index.ts'
import type { RefundPorts } from '#modules/money/refunds/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import type { StandbyPorts } from '#shared/ports.ts'

export type ModerationPorts = StandbyPorts &
  IdentityPorts &
  NotificationPorts &
  RefundPorts &
  MediaPorts &
  CharityPorts &
  HostedPagePorts
