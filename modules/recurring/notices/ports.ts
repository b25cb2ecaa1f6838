import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import type { SubscriptionPorts } from '#modules/recurring/agreement/index.ts'

export type NoticePorts = SubscriptionPorts & NotificationPorts
