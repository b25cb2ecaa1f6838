import type { NotificationPorts } from '#modules/platform/notifications/index.ts'

/** The ports of declarations; `fieldKey` encrypts details and scans, `tokenSecret` signs links. */
export type DeclarationPorts = NotificationPorts & { readonly fieldKey: Buffer; readonly tokenSecret: string }
