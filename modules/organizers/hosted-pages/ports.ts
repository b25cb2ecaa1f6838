import type { TwoFactorPolicy } from '#modules/platform/identity/index.ts'
import type { Ports } from '#shared/ports.ts'
import type { AddressSettings } from './rules/public-address.ts'

/** Dependencies: the common ports, the hosts of the platform and of charities, and who needs two factors. */
export type HostedPagePorts = Ports & AddressSettings & Partial<TwoFactorPolicy>
