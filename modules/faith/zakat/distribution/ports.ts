import type { Ports } from '#shared/ports.ts'
import type { MediaPorts } from '#modules/platform/media/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'

export type DistributionPorts = Ports & Pick<MediaPorts, 'files'> & NotificationPorts
