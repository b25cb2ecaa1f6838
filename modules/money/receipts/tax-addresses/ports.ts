import type { TokenSecret } from '#modules/platform/identity/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'

/** The ports of tax addresses; `tokenSecret` signs the links. */
export type TaxAddressPorts = NotificationPorts & { readonly tokenSecret: TokenSecret }
