import type { Ports } from '#shared/ports.ts'
import type { AddressSettings } from './rules/public-address.ts'

/** What hosted pages need beside the database: where the platform and charities' hosts are. */
export type HostedPagePorts = Ports & AddressSettings
