import type { IdentityPorts } from '#modules/platform/identity/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import type { QurbaniPorts } from '../ports.ts'

/** Ports of reminders besides items: the secret for signing links, and mail. */
export type ReminderPorts = QurbaniPorts & IdentityPorts & NotificationPorts
