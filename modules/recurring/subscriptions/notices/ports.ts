import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import type { SubscriptionPorts } from '../agreement/ports.ts'

export type NoticePorts = SubscriptionPorts & NotificationPorts
