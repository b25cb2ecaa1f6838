import type { Ports } from '#shared/ports.ts'
import type { AddressSettings } from './rules/public-address.ts'

/** Dependencies: the common ports, and the hosts of the platform and of charities. */
export type HostedPagePorts = Ports & AddressSettings
