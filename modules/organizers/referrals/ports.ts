import type { FlagPorts } from '#modules/platform/flags/index.ts'
import type { Ports, StandbyPorts } from '#shared/ports.ts'

/** Dependencies: the common ports, the operator's option for Dhul Hijjah (contract-5), and the origin of links. */
export type ReferralPorts = Ports & StandbyPorts & FlagPorts & { readonly origin: string }
