import type { IdentityPorts } from '#modules/identity/index.ts'
import type { NotificationPorts } from '#modules/notifications/index.ts'

/** What telling a fundraiser needs of the world: mails, and the secret that codes and links are signed with. */
export type FundraisingPorts = NotificationPorts & IdentityPorts
