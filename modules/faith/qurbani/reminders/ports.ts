import type { IdentityPorts } from '#modules/platform/identity/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import type { QurbaniPorts } from '../ports.ts'

/** What reminders need besides the items: a secret for their links, and mails. */
export type ReminderPorts = QurbaniPorts & IdentityPorts & NotificationPorts
