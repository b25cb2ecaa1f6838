import type { NotificationPorts } from '#modules/platform/notifications/index.ts'

/** `tokenSecret` signs the links. */
export type TaxAddressPorts = NotificationPorts & { readonly tokenSecret: string }
