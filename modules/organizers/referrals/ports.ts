import type { FlagPorts } from '#modules/platform/flags/index.ts'
import type { Ports } from '#shared/ports.ts'

/** What referrals ask of the world: the operator's switch for Dhul Hijjah (contract-5), and where links lead. */
export type ReferralPorts = Ports & FlagPorts & { readonly origin: string }
