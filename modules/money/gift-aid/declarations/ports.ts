import type { FieldKey, TokenSecret } from '#modules/platform/identity/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'

/** The ports of declarations; `fieldKey` encrypts details and scans, `tokenSecret` signs links. */
export type DeclarationPorts = NotificationPorts & { readonly fieldKey: FieldKey; readonly tokenSecret: TokenSecret }
