import type { IdentityPorts } from '#modules/identity/index.ts'
import type { MediaPorts } from '#modules/media/index.ts'
import type { RefundPorts } from '#modules/refunds/index.ts'
import type { NotificationPorts } from '#modules/notifications/index.ts'

export type ModerationPorts = IdentityPorts & NotificationPorts & RefundPorts & MediaPorts
